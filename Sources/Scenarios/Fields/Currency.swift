import JSONText

/// A currency and the number of decimals of its amounts.
package struct Currency: Hashable, Sendable {
  /// The three-letter code of ISO 4217, such as `EUR`.
  package let code: String
  /// The number of decimals of an amount: one minor unit is 10 to the power of -``decimals`` units.
  package let decimals: Int

  /// Creates the currency of a code; nil if there is none.
  package init?(code: String) {
    guard let decimals = Currency.codes.first(where: { $0.codes.contains(code) })?.decimals else {
      return nil
    }
    (self.code, self.decimals) = (code, decimals)
  }

  /// All codes, in alphabetical order.
  static let all = codes.flatMap(\.codes).sorted()

  /// The currencies in use by their decimals: "List one: current currency and funds codes" of ISO 4217, of
  /// January 2026, published by its maintenance agency, SIX (<https://www.six-group.com>), without
  /// funds, metals and codes for tests.
  private static let codes: [(decimals: Int, codes: [String])] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
    (
      2,
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
      CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD \
      HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA \
      MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN \
      QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP \
      TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG
      """
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
  ].map { ($0, $1.split(separator: " ").map(String.init)) }
}

extension Currency {
  /// The result of reading a JSON number as an amount in minor units.
  enum Reading: Hashable {
    case units(Int)
    /// The amount is not a whole number of minor units.
    case tooFine
    /// The amount does not fit an `Int`.
    case tooLarge
  }

  /// Reads the text of a non-negative JSON number digit by digit, without rounding.
  func reading(_ text: String) -> Reading {
    let parts = text.split { $0 == "e" || $0 == "E" }
    let sides = parts[0].split(separator: ".")
    let fraction = sides.count > 1 ? sides[1].count : 0
    let digits = sides.joined().drop { $0 == "0" || $0 == "-" }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    let counting = digits.dropLast(zeros)
    if counting.isEmpty { return .units(0) }
    // No number has enough digits to compensate for an exponent beyond these bounds.
    let bounds = -(1 << 40)...1 << 40
    let exponent = parts.count > 1 ? Int(parts[1]) : 0
    guard let exponent, bounds.contains(exponent) else {
      return parts[1].hasPrefix("-") ? .tooFine : .tooLarge
    }
    let shift = exponent - fraction + zeros + decimals
    if shift < 0 { return .tooFine }
    // An Int holds all numbers of 18 digits.
    guard counting.count + shift <= 18,
      let units = Int(counting + String(repeating: "0", count: shift))
    else { return .tooLarge }
    return .units(units)
  }

  /// The digits of an amount in minor units, before and after the decimal point.
  package func digits(ofMinorUnits units: Int) -> (whole: UInt, fraction: String) {
    let scale = (0..<decimals).reduce(UInt(1)) { scale, _ in scale * 10 }
    let rest = String(units.magnitude % scale)
    return (
      units.magnitude / scale,
      decimals == 0 ? "" : String(repeating: "0", count: decimals - rest.count) + rest
    )
  }
}

extension FileValue {
  /// Reads an amount of money in minor units.
  ///
  /// With a currency the amount is read from its digits; without one it is a number of minor units.
  func amount(_ range: ClosedRange<Int>, in currency: Currency?) -> Int? {
    let kind = ValueKind.number(Double(range.lowerBound)...Double(range.upperBound))
    guard let number = json.number else { return reportMismatch(kind) }
    guard Double(range.lowerBound)...Double(range.upperBound) ~= number.double else {
      return report("\(words) is out of range", expected: kind.phrase)
    }
    guard let currency else {
      return number.integer
        ?? reportSemanticProblem(
          "\(words) is not a whole number of minor units",
          expected: "a whole number, or a 'currency' that has decimals")
    }
    switch currency.reading(number.text) {
    case .units(let units) where range.contains(units): return units
    case .units, .tooLarge:
      return reportSemanticProblem(
        "\(words) \(currency.code) is out of range",
        expected: "at most \(range.upperBound) minor units")
    case .tooFine:
      return reportSemanticProblem(
        "\(number.text.prefix(40)) has too many decimals for \(currency.code)",
        expected: "at most \(currency.decimals) decimals")
    }
  }
}

extension JSONOutput {
  /// An amount as the format writes it: with the decimals of its currency, otherwise in minor
  /// units.
  ///
  /// The quotient is the double nearest to the decimals, so its shortest digits are these decimals.
  static func amount(_ units: Int, in currency: Currency?) -> JSONOutput {
    guard let currency, currency.decimals > 0 else { return .integer(units) }
    return .number(Double(units) / (0..<currency.decimals).reduce(1) { scale, _ in scale * 10 })
  }
}

extension ValueFormat<Currency> {
  static var currency: ValueFormat {
    let kind = ValueKind.other("a currency code of ISO 4217 such as 'EUR'")
    return ValueFormat(
      kind, shape: .value(.choice(Currency.all)), write: { .string($0.code) }
    ) { $0.choice(Currency.all, called: "currency", of: kind).flatMap(Currency.init) }
  }
}
