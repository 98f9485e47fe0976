/// Some of the faults that are explored, by their indices.
package struct ChoiceSet: Hashable, Sendable {
  /// The most faults that bits can name.
  package static let most = 128

  private var bits: UInt128 = 0

  package init() {}

  /// The first faults.
  package init(first count: Int) {
    precondition(count <= ChoiceSet.most, "bits can name every fault")
    bits = count == ChoiceSet.most ? .max : 1 << UInt128(count) - 1
  }

  package var isEmpty: Bool { bits == 0 }
  package var count: Int { bits.nonzeroBitCount }

  package func contains(_ choice: Int) -> Bool { bits >> UInt128(choice) & 1 == 1 }

  package mutating func insert(_ choice: Int) {
    precondition(choice < ChoiceSet.most, "bits can name every fault")
    bits |= 1 << UInt128(choice)
  }

  package mutating func formIntersection(_ other: ChoiceSet) { bits &= other.bits }

  package func subtracting(_ other: ChoiceSet) -> ChoiceSet {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }

  /// The indices in order.
  package var indices: [Int] { (0..<ChoiceSet.most).filter { contains($0) } }
}
