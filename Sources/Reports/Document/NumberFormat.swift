import EventEngine
import Experiments
import Scenarios
package import Statistics

/// Numbers, shares, times and amounts of money in printed form.
package enum NumberFormat {
  /// Whole number with commas: 200,000.
  static func count(_ number: Int) -> String {
    let reversed = Array(String(number.magnitude).reversed()).blocks(of: 3).joined(separator: ",")
    return (number < 0 ? "-" : "") + String(reversed.reversed())
  }

  /// Amount of money without its unit: with the decimals of its currency, or in minor units.
  static func money(_ units: Int, _ currency: Currency?) -> String {
    guard let currency, currency.decimals > 0 else { return count(units) }
    let (whole, fraction) = currency.digits(ofMinorUnits: units)
    return (units < 0 ? "-" : "") + count(Int(whole)) + "." + fraction
  }

  /// Unit of amounts of money.
  static func unit(of currency: Currency?, _ language: Language = .en) -> String {
    currency?.code ?? language("minor units, such as cents")
  }

  /// Amount of money with its currency, if it has one: 1,234.50 EUR.
  static func amount(_ units: Int, _ currency: Currency?) -> String {
    money(units, currency) + (currency.map { " " + $0.code } ?? "")
  }

  /// Largest number of faults of a timeline.
  /// - Parameter isExact: whether one fault is printed as exactly one; false prints a bound.
  static func upTo(faults: Int, isExact: Bool = true, _ language: Language) -> String {
    switch faults {
    case 0: language("no fault")
    case 1: isExact ? language("1 fault") : language("up to 1 fault")
    default: language("up to {0} faults", "\(faults)")
    }
  }

  /// Share in per mille with two decimals; a share that would round to zero is "<0.01".
  package static func perMille(_ share: Double) -> String {
    share > 0 && share < 0.000_005 ? "<0.01" : fixed(share * 1_000, digits: 2)
  }

  /// Interval of a share in per mille; an upper bound if nothing was counted.
  static func interval(_ share: Estimate, _ language: Language = .en) -> String {
    let high = perMille(share.interval.high)
    if share.value > 0 { return perMille(share.interval.low) + "–" + high }
    return high.hasPrefix("<") ? high : language("below {0}", high)
  }

  /// Range of shares in per mille; one number if both ends round alike.
  static func range(_ range: Interval) -> String {
    let (low, high) = (perMille(range.low), perMille(range.high))
    return low == high ? low : low + "–" + high
  }

  /// Range of differences of shares in per mille; one number if both ends round alike.
  static func signedRange(_ range: Interval, _ language: Language) -> String {
    let (low, high) = (signedPerMille(range.low), signedPerMille(range.high))
    return low == high ? low : signedInterval(range, language)
  }

  /// Interval of a difference of shares, in per mille.
  static func signedInterval(_ interval: Interval, _ language: Language = .en) -> String {
    language("{0} to {1}", signedPerMille(interval.low), signedPerMille(interval.high))
  }

  /// Share in per mille with its interval.
  static func estimate(_ share: Estimate, _ language: Language = .en) -> String {
    "\(perMille(share.value)) (\(interval(share, language)))"
  }

  /// Difference of shares in per mille with its interval.
  static func signedEstimate(_ difference: Estimate, _ language: Language) -> String {
    "\(signedPerMille(difference.value)) (\(signedInterval(difference.interval, language)))"
  }

  /// Difference of shares in per mille with two decimals and its sign.
  static func signedPerMille(_ difference: Double) -> String {
    let size = perMille(difference.magnitude)
    guard difference < 0, size != "0.00" else { return size }
    return size.hasPrefix("<") ? ">-" + size.dropFirst() : "-" + size
  }

  /// Probability with four decimals; a probability that would round to zero is "<0.0001".
  static func probability(_ number: Double) -> String {
    number < 0.000_1 ? "<0.0001" : fixed(number, digits: 4)
  }

  /// Number with a fixed count of decimals.
  package static func fixed(_ number: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(UInt128(1)) { scale, _ in scale * 10 }
    let product = (number.magnitude * Double(scale)).rounded()
    // Money goes up to 2^63; from 2^53 on, a product would show digits that the number does not
    // have.
    let floor = product < 0x1p53 ? 0 : number.magnitude.rounded(.down)
    let rest = ((number.magnitude - floor) * Double(scale)).rounded()
    let scaled = UInt128(floor) * scale + UInt128(rest)
    let whole = (number < 0 && scaled > 0 ? "-" : "") + String(scaled / scale)
    guard digits > 0 else { return whole }
    let part = String(scaled % scale)
    return whole + "." + String(repeating: "0", count: digits - part.count) + part
  }

  /// Number with up to six decimals, without trailing zeros.
  package static func short(_ number: Double) -> String {
    var text = fixed(number, digits: 6)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// Share in per cent with two decimals; a share that would round to zero is "<0.01".
  static func percent(ofAll share: Double) -> String {
    (share > 0 && share < 0.000_05 ? "<0.01" : fixed(share * 100, digits: 2)) + " %"
  }

  static func percent(_ confidence: Double) -> String { short(confidence * 100) + " %" }

  /// Duration in the scenario format, in the largest unit of which it is a whole number: 1h, 90s.
  static func exact(_ delay: Delay) -> String {
    let time = delay.microseconds
    let units: [(name: String, size: Int64)] = [
      ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000),
      ("ms", 1_000),
    ]
    let unit = units.first { time > 0 && time % $0.size == 0 } ?? ("us", 1)
    return "\(time / unit.size)\(unit.name)"
  }

  /// Number with two significant digits: durations are known to about one per cent.
  private static func twoDigits(_ number: Double) -> String {
    if number == 0 { return "0" }
    if number.magnitude < 9.95 { return fixed(number, digits: 1) }
    if number.magnitude < 99.5 { return fixed(number, digits: 0) }
    return fixed(number / 10, digits: 0) + "0"
  }

  /// Duration with two significant digits in a suitable unit; nil is "never".
  static func time(_ delay: Delay?, _ language: Language = .en) -> String {
    time(seconds: delay?.seconds ?? .infinity, language)
  }

  /// Duration with two significant digits in a suitable unit; infinity is "never".
  static func time(seconds: Double, _ language: Language = .en) -> String {
    guard seconds < .infinity else { return language("never") }
    switch seconds.magnitude {
    case ..<1: return language("{0} ms", twoDigits(seconds * 1_000))
    case ..<120: return language("{0} s", twoDigits(seconds))
    case ..<7_200: return language("{0} min", twoDigits(seconds / 60))
    case ..<172_800: return language("{0} h", twoDigits(seconds / 3_600))
    default: return language("{0} d", twoDigits(seconds / 86_400))
    }
  }
}

extension Verdict {
  func word(_ language: Language) -> String {
    switch self {
    case .pass: language("pass")
    case .inconclusive: language("inconclusive")
    case .fail: language("fail")
    }
  }

  /// The number of each verdict that occurs, such as `5 pass, 1 fail`.
  package static func counts(_ verdicts: [Verdict], _ language: Language) -> String {
    let parts = allCases.filter(verdicts.contains).map { verdict in
      let count = NumberFormat.count(verdicts.count { $0 == verdict })
      return switch verdict {
      case .pass: language("{0} pass", count)
      case .inconclusive: language("{0} inconclusive", count)
      case .fail: language("{0} fail", count)
      }
    }
    return language.list(parts)
  }
}
