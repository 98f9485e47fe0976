extension Double {
  /// The nearest number to an integer. Sums of squares are kept in 128 bits and nearly always fit
  /// 64, which the machine converts at once; the standard library's way for integers of any width
  /// takes thousands of steps.
  init(_ value: Int128) { self = Int64(exactly: value).map { Double($0) } ?? Double(any: value) }
  private init(any value: some BinaryInteger) { self.init(value) }
}
