package import Statistics

/// How sure the intervals of a run are, and by which method those of shares are made.
package struct Certainty: Hashable, Sendable {
  package var confidence = Confidence.standard
  /// How the intervals of shares are made where all users were drawn alike.
  package var method = IntervalMethod.wilson

  /// That of a run that looks once at its intervals.
  package static let standard = Certainty()
}

/// What was counted of the users of each part of a sample, and how sure its intervals are to be.
///
/// Counts are those of as many users as were asked for, had they been drawn plainly: each part's
/// count times its share of all users over its share of the sample (the expansion estimator, W. G.
/// Cochran, Sampling Techniques, 3rd ed. 1977, section 5A.2), rounded to whole numbers: a total by
/// itself, its parts so that they add up to it (``Apportionment``). So no count exceeds what there is.
/// A sample with one part is counted as it is.
package struct Sampled<Part: Sendable>: Sendable {
  /// The parts, with what was counted of each.
  package var parts: [(stratum: SampledStratum, part: Part)]

  /// The number of users who were asked for; the parts have about as many.
  package var users: Int
  /// How sure intervals are.
  package var certainty: Certainty

  package init(
    _ users: Int, _ certainty: Certainty, _ parts: [(stratum: SampledStratum, part: Part)]
  ) {
    precondition(!parts.isEmpty, "a sample has a part")
    (self.users, self.certainty, self.parts) = (users, certainty, parts)
  }

  /// The same, for what is counted of lost orders: safe users cannot add to it.
  var ofLosses: Sampled {
    var losses = self
    for (index, (stratum, _)) in parts.enumerated() where stratum.luck == .safe {
      losses.parts[index].stratum.canCharge = false
    }
    return losses
  }

  /// Whether all users were drawn alike.
  package var isPlain: Bool { parts.count == 1 && parts[0].stratum.index == nil }

  package func map<Other>(_ transform: (Part) -> Other) -> Sampled<Other> {
    Sampled<Other>(users, certainty, parts.map { ($0.stratum, transform($0.part)) })
  }

  /// How many plainly drawn users each user of a part stands for.
  package func factor(_ stratum: SampledStratum) -> Double {
    stratum.users == 0 ? 0 : Double(users) * stratum.weight / Double(stratum.users)
  }

  /// The plain sum of a count, over the users that were drawn.
  package func sum(_ count: (Part) -> Int) -> Int { parts.reduce(0) { $0 + count($1.part) } }

  /// A count of as many users as were asked for, had they been drawn plainly; not rounded.
  package func expectation(_ count: (Part) -> Int) -> Double {
    // Parts are large: each is looked at where it stands.
    parts.indices.reduce(0) { $0 + factor(parts[$1].stratum) * Double(count(parts[$1].part)) }
  }

  /// A count of as many users as were asked for, had they been drawn plainly.
  package func count(_ count: (Part) -> Int) -> Int {
    isPlain ? count(parts[0].part) : Int(expectation(count).rounded())
  }

  /// Counts that make up a total with what is left of it, which comes last.
  package func counts(_ counts: [(Part) -> Int], of total: Int) -> [Int] {
    if isPlain {
      let known = counts.map { $0(parts[0].part) }
      return known + [total - known.reduce(0, +)]
    }
    let known = expectations(counts)
    let rest = max(0, Double(total) - known.reduce(0, +))
    return Apportionment.shares(known + [rest], total: total)
  }

  /// Counts that make up a total.
  package func counts(_ counts: [(Part) -> Int], makingUp total: Int) -> [Int] {
    isPlain
      ? counts.map { $0(parts[0].part) } : Apportionment.shares(expectations(counts), total: total)
  }

  /// Several counts, each as ``expectation(_:)`` has it. Parts are large, so each is taken up once.
  @inline(__always) private func expectations(_ counts: [(Part) -> Int]) -> [Double] {
    var sums = Array(repeating: 0.0, count: counts.count)
    for (stratum, part) in parts {
      let factor = factor(stratum)
      for index in counts.indices { sums[index] += factor * Double(counts[index](part)) }
    }
    return sums
  }
}

extension Sampled where Part: Hashable {
  /// The parts as the estimators of strata take them.
  var strata: [StratumSample<Part>] {
    parts.map { stratum, moments in
      StratumSample(
        weight: stratum.weight, users: stratum.users, moments: moments, canCount: stratum.canCharge)
    }
  }
}
