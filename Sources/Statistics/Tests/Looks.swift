extension Confidence {
  /// The confidence of the intervals at one of many looks at growing data, from look 1.
  ///
  /// Whoever stops when an interval pleases must be covered at every look at once. Look k spends 1/(k(k+1))
  /// of the error; the sum over all looks, however many, is the whole error. That no more than the sum is
  /// ever missed is the inequality of C. E. Bonferroni, Pubblicazioni del R. Istituto Superiore di Scienze
  /// Economiche e Commerciali di Firenze 8 (1936) 3–62, for intervals as in O. J. Dunn, Journal of the
  /// American Statistical Association 56 (1961) 52–64; spending a summable series over stages is the
  /// stitching of S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, Annals of Statistics 49 (2021)
  /// 1055–1080. It holds for looks at numbers of users that are set beforehand; that they follow from what
  /// was seen before is covered by simulation. With ever doubled numbers the spending costs little.
  ///
  /// The intervals must not miss more often than they say, so they are to be the exact ones:
  /// ``IntervalMethod/clopperPearson`` for a share.
  package func atLook(_ look: Int) -> Confidence {
    precondition(look >= 1, "looks are counted from 1")
    return Confidence(error: error / (Double(look) * Double(look + 1)))
  }
}
