import CLibrary

/// The limits of a share, from a count and a total that are sums over independent users.
///
/// The count may be a sum of weights, whose variance is then a multiple, the design effect, of the
/// binomial one. Both are converted to a binomial count of independent observations: the
/// effective count and total of E. L. Korn and B. I. Graubard, Survey Methodology 24 (1998)
/// 193–201. For the upper limit one more user is added who counts with the largest weight, as in M.
/// P. Fay and E. J. Feuer, Statistics in Medicine 16 (1997) 791–801, of whose gamma limits these
/// are the binomial form; the lower limit is the mirror image. With weights of 1 the limits are
/// those of C. J. Clopper and E. S. Pearson, Biometrika 26 (1934) 404–413.
package struct BinomialLimits: Hashable, Sendable {
  /// The weighted number that counted, from 0 to ``total``.
  package var count: Double
  /// The weighted number that might have counted, above 0.
  package var total: Double
  /// The design effect: the variance of the count relative to the binomial variance; 0 or more.
  package var varianceInflation: Double
  /// The largest weight of one user, above 0 and at most ``total``.
  package var maxWeightPerUser: Double

  package init(count: Double, of total: Double, effect: Double = 1, weight: Double = 1) {
    precondition(total > 0 && count >= 0 && count <= total, "a proportion counts a part of a whole")
    precondition(effect >= 0 && weight > 0, "a design effect is not negative, a weight above 0")
    (self.count, self.total, self.varianceInflation) = (count, total, effect)
    self.maxWeightPerUser = min(weight, total)
  }

  /// The count from which the score interval is used, from either end of the scale.
  ///
  /// Below it the score interval covers too rarely: 0.838 at 0.1765 expected, 0.928 at 4.05, 0.938
  /// still at 21 (A. Agresti and B. A. Coull, The American Statistician 52 (1998) 119–126, describe
  /// the dips). With 60 the printed interval covers at least 0.94 at every share and total.
  package static let minCountForScore = 60.0

  private var share: Double { count / total }
  private var mirrored: BinomialLimits {
    BinomialLimits(
      count: total - count, of: total, effect: varianceInflation, weight: maxWeightPerUser)
  }

  func interval(_ method: IntervalMethod, _ confidence: Confidence) -> Interval {
    switch method {
    case .wilson: printed(confidence)
    case .clopperPearson: exact(confidence)
    }
  }

  /// The exact interval: each limit is missed with at most half of the error.
  package func exact(_ confidence: Confidence) -> Interval {
    ordered(1 - mirrored.upper(confidence.error / 2), upper(confidence.error / 2))
  }

  /// The score interval of E. B. Wilson, "Probable inference, the law of succession, and
  /// statistical inference", Journal of the American Statistical Association 22 (1927) 209–212.
  /// - Precondition: ``effect`` is above 0.
  package func score(_ confidence: Confidence) -> Interval {
    precondition(varianceInflation > 0, "a score interval has a variance")
    let squared = confidence.z * confidence.z
    let n = total / varianceInflation
    let centre = share + squared / (2 * n)
    let spread = confidence.z * ((share * (1 - share) + squared / (4 * n)) / n).squareRoot()
    let scale = 1 + squared / n
    return ordered(
      count == 0 ? 0 : (centre - spread) / scale, count == total ? 1 : (centre + spread) / scale)
  }

  /// The interval in results: the score interval if the counts are large enough, otherwise the
  /// exact one, and a one-sided limit if none or all count.
  package func printed(_ confidence: Confidence) -> Interval {
    // The score interval does not include a user with the largest weight, so enough users must
    // count, by number and by variance.
    let fewer = min(count, total - count)
    let seen = min(
      fewer / max(varianceInflation, maxWeightPerUser),
      fewer * varianceInflation / (maxWeightPerUser * maxWeightPerUser))
    if seen >= BinomialLimits.minCountForScore { return score(confidence) }
    return ordered(1 - mirrored.printedUpper(confidence), printedUpper(confidence))
  }

  /// The upper limit of the printed interval, below ``minCountForScore``.
  ///
  /// With none counted it is one-sided: the rule of three (J. A. Hanley and A. Lippman-Hand, Journal
  /// of the American Medical Association 249 (1983) 1743–1745). Shares just above the limit of none,
  /// or just below that of all, would then be missed on both sides too often, so a limit that falls
  /// in that gap and has more than a fifth of the error beyond its end moves to the end.
  private func printedUpper(_ confidence: Confidence) -> Double {
    let gap = 1 - noneLimit(confidence.error)
    let limit =
      count == 0 ? noneLimit(confidence.error) : count == total ? 1 : upper(confidence.error / 2)
    return limit < gap && upper(confidence.error / 5) >= gap ? gap : limit
  }

  /// The share at which none of the possible users counts, with the given probability.
  private func noneLimit(_ error: Double) -> Double {
    -expm1(log(error) * (maxWeightPerUser / total))
  }

  /// The share above which this few users count, with the given probability.
  private func upper(_ error: Double) -> Double {
    if count >= total { return 1 }
    let more = count + maxWeightPerUser
    let perUser = (varianceInflation * count + maxWeightPerUser * maxWeightPerUser) / more
    return SpecialFunctions.betaQuantile(
      lowerTail: 1 - error, upperTail: error, more / perUser, (total - count) / perUser)
  }

  /// The interval between the limits, extended to contain the share despite rounding.
  private func ordered(_ low: Double, _ high: Double) -> Interval {
    Interval(low: max(0, min(low, share)), high: min(1, max(high, share)))
  }
}
