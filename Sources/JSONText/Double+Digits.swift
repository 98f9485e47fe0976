import CLibrary

extension Double {
  /// The nearest number with so many decimal digits that count, such as 0.0003162 for four.
  ///
  /// A number that has no more digits stays as it is, and so does one that is too large or too small
  /// to be shifted.
  /// - Parameter digits: from 1 to 15, as many as any number has to itself.
  package func rounded(digits: Int) -> Double {
    precondition((1...15).contains(digits), "a double tells up to 15 digits apart")
    guard self != 0, isFinite else { return self }
    let shift = digits - 1 - Int(log10(magnitude).rounded(.down))
    guard let scale = Double("1e\(Swift.abs(shift))") else { return self }
    let shifted = (shift < 0 ? self / scale : self * scale).rounded()
    // Reading decimal digits gives the nearest number, which a division might miss.
    guard shifted.magnitude < 1e18 else { return self }
    return Double("\(Int(shifted))e\(-shift)") ?? self
  }
}
