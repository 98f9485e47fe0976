package import Statistics

/// The confidence of the intervals of a run, and the method for intervals of shares.
package struct IntervalSettings: Hashable, Sendable {
  package var confidence = Confidence.standard
  /// The method for intervals of shares in a plain sample.
  package var method = IntervalMethod.wilson

  /// The settings of a run that looks at its intervals once.
  package static let standard = IntervalSettings()
}

/// Counts of each part of a sample, with the settings of its intervals.
///
/// `Part` is what was counted: counters, moments or other sums over users. Counts are scaled to a
/// plain sample of the requested size: a part's count times its share of all users over its share
/// of the sample (the expansion estimator, W. G. Cochran, Sampling Techniques, 3rd ed. 1977,
/// section 5A.2). Totals are rounded separately, and classes so that they add up to their total
/// (``Apportionment``). A sample with one part is not scaled.
package struct StratifiedCounts<Part: Sendable>: Sendable {
  /// The parts, with the counts of each.
  package var parts: [(stratum: SampledStratum, part: Part)]

  /// The requested number of users; the parts have approximately as many.
  package var users: Int
  /// The settings of the intervals.
  package var intervalSettings: IntervalSettings

  package init(
    _ users: Int, _ intervalSettings: IntervalSettings,
    _ parts: [(stratum: SampledStratum, part: Part)]
  ) {
    precondition(!parts.isEmpty, "a sample has at least one part")
    (self.users, self.intervalSettings, self.parts) = (users, intervalSettings, parts)
  }

  /// The same for counts of lost orders, to which loss-free users cannot contribute.
  var ofLosses: StratifiedCounts {
    var losses = self
    for (index, (stratum, _)) in parts.enumerated() where stratum.drawRestriction == .safe {
      losses.parts[index].stratum.canCharge = false
    }
    return losses
  }

  /// Whether this is a plain sample.
  package var isPlain: Bool { parts.count == 1 && parts[0].stratum.index == nil }

  /// The same sample with each part's counts transformed.
  package func map<Other>(_ transform: (Part) -> Other) -> StratifiedCounts<Other> {
    StratifiedCounts<Other>(users, intervalSettings, parts.map { ($0.stratum, transform($0.part)) })
  }

  /// The number of users of a plain sample that each user of a part represents.
  package func factor(_ stratum: SampledStratum) -> Double {
    stratum.users == 0 ? 0 : Double(users) * stratum.weight / Double(stratum.users)
  }

  /// The unscaled sum of a count over the simulated users.
  package func sum(_ count: (Part) -> Int) -> Int { parts.reduce(0) { $0 + count($1.part) } }

  /// A count scaled to a plain sample of the requested size, not rounded.
  package func scaledCount(_ count: (Part) -> Int) -> Double {
    // Parts are large; indices avoid copies.
    parts.indices.reduce(0) { $0 + factor(parts[$1].stratum) * Double(count(parts[$1].part)) }
  }

  /// A count scaled to a plain sample of the requested size, rounded.
  package func count(_ count: (Part) -> Int) -> Int {
    isPlain ? count(parts[0].part) : Int(scaledCount(count).rounded())
  }

  /// Counts that add up to a total together with the remainder, which is the last element.
  package func countsWithRemainder(_ counts: [(Part) -> Int], of total: Int) -> [Int] {
    if isPlain {
      let known = counts.map { $0(parts[0].part) }
      return known + [total - known.reduce(0, +)]
    }
    let known = expectations(counts)
    let rest = max(0, Double(total) - known.reduce(0, +))
    return Apportionment.shares(known + [rest], total: total)
  }

  /// Counts that add up to a total.
  package func counts(_ counts: [(Part) -> Int], makingUp total: Int) -> [Int] {
    isPlain
      ? counts.map { $0(parts[0].part) } : Apportionment.shares(expectations(counts), total: total)
  }

  /// Several counts as in ``scaledCount(_:)``; each large part is copied once.
  @inline(__always) private func expectations(_ counts: [(Part) -> Int]) -> [Double] {
    var sums = Array(repeating: 0.0, count: counts.count)
    for (stratum, part) in parts {
      let factor = factor(stratum)
      for index in counts.indices { sums[index] += factor * Double(counts[index](part)) }
    }
    return sums
  }
}

extension StratifiedCounts where Part: Hashable {
  /// The parts in the form that the estimators of strata need.
  var strata: [StratumSample<Part>] {
    parts.map { stratum, moments in
      StratumSample(
        weight: stratum.weight, users: stratum.users, moments: moments, canCount: stratum.canCharge)
    }
  }
}
