extension Double {
  /// The nearest number to an integer. Sums of squares have 128 bits but nearly always fit 64,
  /// which the processor converts in one step; the standard library's conversion of integers of any
  /// width takes thousands of steps.
  init(_ value: Int128) { self = Int64(exactly: value).map { Double($0) } ?? Double(any: value) }
  private init(any value: some BinaryInteger) { self.init(value) }
}
