import CLibrary

extension Double {
  /// The nearest number with a number of significant decimal digits, such as 0.0003162 with four.
  ///
  /// A number without more digits is returned unchanged, and so is a number that is too large or
  /// too small to be shifted.
  /// - Parameter digits: from 1 to 15, the digits that every double preserves.
  package func rounded(digits: Int) -> Double {
    precondition((1...15).contains(digits), "a double preserves up to 15 digits")
    guard self != 0, isFinite else { return self }
    let shift = digits - 1 - Int(log10(magnitude).rounded(.down))
    guard let scale = Double("1e\(Swift.abs(shift))") else { return self }
    let shifted = (shift < 0 ? self / scale : self * scale).rounded()
    // Parsing decimal digits gives the nearest number, which a division can miss.
    guard shifted.magnitude < 1e18 else { return self }
    return Double("\(Int(shifted))e\(-shift)") ?? self
  }
}
