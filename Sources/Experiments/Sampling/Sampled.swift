package import Statistics

/// How sure the intervals of a run are, and by which method those of shares are made.
package struct Certainty: Hashable, Sendable {
  package var confidence = Confidence.standard
  /// How the intervals of shares are made where all users were drawn alike.
  package var method = IntervalMethod.wilson

  /// That of a run that looks once at its intervals.
  package static let standard = Certainty()
}

/// The users of a run who were drawn from one part of all users, and how much they stand for.
package struct SampledStratum: Hashable, Sendable {
  /// Which users of a stratum make a part, by what is known of their luck.
  package enum Luck: String, CaseIterable, Sendable {
    /// All; those of whom it is known that they lose no order (`SafeLuck`); or the others.
    case any, safe, doubtful
  }

  /// The index of the stratum among those of the population; nil: drawn from all users.
  package var index: Int?
  package var luck = Luck.any
  /// The exact share of all users who are of this part, above 0 to 1.
  package var weight: Double
  /// How many users were drawn from it.
  package var users: Int
  /// How many numbers of the stratum, from 0, were looked through for them: as many as users, unless
  /// not all users of the stratum are meant.
  package var numbers: Int
  /// Whether any of them could be charged; where none could, no order could be lost.
  package var canCharge: Bool

  package init(index: Int?, weight: Double, users: Int, canCharge: Bool) {
    (self.index, self.weight, self.users, self.canCharge) = (index, weight, users, canCharge)
    numbers = users
  }

  /// The only part of a run whose users are all drawn alike.
  package static func everyone(_ users: Int) -> SampledStratum {
    SampledStratum(index: nil, weight: 1, users: users, canCharge: true)
  }

  /// The same with another number of users.
  func with(users: Int) -> SampledStratum {
    var part = self
    part.users = users
    return part
  }
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
      ? counts.map { $0(parts[0].part) }
      : Apportionment.shares(expectations(counts), total: total)
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
