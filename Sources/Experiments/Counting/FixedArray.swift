/// A fixed number of values in one place, without storage elsewhere: an `InlineArray` that can be
/// compared.
package struct FixedArray<let size: Int, Value: Hashable & Sendable>: Hashable, Sendable {
  private var values: InlineArray<size, Value>

  init(repeating value: Value) { values = InlineArray(repeating: value) }

  /// The places of the values, from 0.
  @inline(__always) package var indices: Range<Int> { 0..<size }

  /// The value at a place.
  ///
  /// - Precondition: the place is one of ``indices``.
  @inline(__always) package subscript(place: Int) -> Value {
    get { values[place] }
    set { values[place] = newValue }
  }

  /// Whether two arrays hold the same values.
  package static func == (left: FixedArray, right: FixedArray) -> Bool {
    left.indices.allSatisfy { left.values[$0] == right.values[$0] }
  }

  /// Feeds the values to a hasher.
  package func hash(into hasher: inout Hasher) {
    for place in indices { hasher.combine(values[place]) }
  }
}
