public import EventEngine

/// Plans use seconds: `60` and `0.1` are delays.
extension Delay: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral seconds: Double) { self.init(roundingSeconds: seconds) }
  public init(integerLiteral seconds: Int64) { self = .seconds(seconds) }
}

/// A number of seconds is a constant distribution.
extension Distribution: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral seconds: Double) { self = .constant(Delay(roundingSeconds: seconds)) }
  public init(integerLiteral seconds: Int64) { self = .constant(.seconds(seconds)) }
}

/// One hour in the seconds of a story.
let hour: Int64 = 3_600

/// The start of the second visit in the constants of the cases.
let secondVisit = 28_800.0
