import JSONText
import PurchaseWorld

/// The pairs of designs that a file compares: every design with `reference`, and the pairs of
/// `compare`.
struct PairReading {
  private let designs: DesignReading
  /// The pairs so far; nil if the file declares none.
  private(set) var pairs: [DesignPair]?

  static let shape = ValueShape.list(.value(.text), 2...2)
  init(designs: DesignReading) { self.designs = designs }

  /// Reads the name of the design that all others are compared with.
  mutating func readReference(_ value: FileValue) {
    guard let reference = designs.index(of: value) else { return }
    pairs = DesignPair.each(of: designs.designs.indices, against: reference)
  }

  /// Reads the list of pairs and appends them to those of the reference.
  mutating func readPairs(_ value: FileValue) {
    guard let list = value.list(.other("a list of pairs of designs")) else { return }
    if list.isEmpty { value.report("the list of pairs is empty", expected: "at least one pair") }
    for element in list {
      guard let pair = pair(element) else { continue }
      if pairs?.contains(where: { $0.matches(pair) }) ?? false {
        element.reportSemanticProblem(
          "\(name(pair.first)) and \(name(pair.second)) are compared twice",
          expected: "each pair once, in one order")
      } else {
        pairs = (pairs ?? []) + [pair]
      }
    }
  }

  private func pair(_ value: FileValue) -> DesignPair? {
    guard let list = value.list(.other("a list of two designs")) else { return nil }
    guard list.count == 2 else {
      return value.report("the length of the list is \(list.count)", expected: "two designs")
    }
    let (first, second) = (designs.index(of: list[0]), designs.index(of: list[1]))
    guard let first, let second else { return nil }
    if first != second { return DesignPair(first, second) }
    return list[1].reportSemanticProblem(
      "\(name(first)) is compared with itself", expected: "another design")
  }

  private func name(_ index: Int) -> String { designs.designs[index].name.quoted }
}
