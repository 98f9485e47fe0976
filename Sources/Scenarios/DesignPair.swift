/// Two designs that are compared over the same users, by index among those of the scenario.
package struct DesignPair: Hashable, Sendable {
  /// The design from which a difference counts: A in reports.
  package var first: Int
  /// The other design: B in reports.
  package var second: Int

  /// Makes a pair.
  ///
  /// - Precondition: the designs differ.
  package init(_ first: Int, _ second: Int) {
    precondition(first != second, "a design is compared with another one")
    self.first = first
    self.second = second
  }

  /// Whether another pair has the same designs, in whatever order.
  package func matches(_ other: DesignPair) -> Bool {
    self == other || (first == other.second && second == other.first)
  }

  /// Each of some designs against one of them, in their order.
  package static func each(of designs: Range<Int>, against reference: Int) -> [DesignPair] {
    designs.filter { $0 != reference }.map { DesignPair(reference, $0) }
  }
}
