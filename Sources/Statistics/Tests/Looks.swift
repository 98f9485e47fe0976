extension Confidence {
  /// The confidence of the intervals at one of many looks at growing data, from look 1.
  ///
  /// A run that stops when an interval is narrow enough needs coverage at all looks together. Look
  /// k spends 1/(k(k+1)) of the error; the sum over any number of looks is at most the whole error.
  /// The total error is at most this sum by the inequality of C. E. Bonferroni, Pubblicazioni del
  /// R. Istituto Superiore di Scienze Economiche e Commerciali di Firenze 8 (1936) 3–62, for
  /// intervals as in O. J. Dunn, Journal of the American Statistical Association 56 (1961) 52–64;
  /// spending a summable series over stages is the stitching of S. R. Howard, A. Ramdas, J.
  /// McAuliffe and J. Sekhon, Annals of Statistics 49 (2021) 1055–1080. It holds for looks at
  /// predefined numbers of users; numbers that depend on earlier results were checked by
  /// simulation. With doubling numbers the spending costs little precision.
  ///
  /// The intervals must have at least their nominal coverage, so they must be the exact ones:
  /// ``IntervalMethod/clopperPearson`` for a share.
  package func atLook(_ look: Int) -> Confidence {
    precondition(look >= 1, "looks are counted from 1")
    return Confidence(error: error / (Double(look) * Double(look + 1)))
  }
}
