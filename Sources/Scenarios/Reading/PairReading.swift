import JSONText
import PurchaseWorld

/// The pairs of designs that a file compares: each design against `reference`, and those of
/// `compare`.
struct PairReading {
  private let designs: DesignReading
  private let names: [String]
  /// The pairs so far; nil when the file does not say which.
  private(set) var pairs: [DesignPair]?

  /// What a pair looks like.
  static let shape = ValueShape.list(.value(.text), 2...2)

  init(designs: DesignReading) {
    self.designs = designs
    names = designs.designs.map(\.name)
  }

  /// Reads the name of the design against which every other is compared.
  mutating func readReference(_ value: FileValue) {
    guard let reference = design(value) else { return }
    pairs = DesignPair.each(of: names.indices, against: reference)
  }

  /// Reads the list of pairs; they come after those of the reference.
  mutating func readPairs(_ value: FileValue) {
    guard let list = value.list(.other("a list of pairs of designs")) else { return }
    if list.isEmpty { value.report("an empty list of pairs", expected: "at least one pair") }
    for element in list {
      guard let pair = pair(element) else { continue }
      if let pairs, pairs.contains(where: { $0.matches(pair) }) {
        element.report(
          meaning:
            "\(names[pair.first].quoted) and \(names[pair.second].quoted) are compared twice",
          expected: "each pair once, in one order")
      } else {
        pairs = (pairs ?? []) + [pair]
      }
    }
  }

  private func pair(_ value: FileValue) -> DesignPair? {
    guard let list = value.list(.other("a list of two designs")) else { return nil }
    guard list.count == 2 else {
      value.report("a list of \(list.count)", expected: "two designs")
      return nil
    }
    let first = design(list[0])
    let second = design(list[1])
    guard let first, let second else { return nil }
    if first == second {
      list[1].report(
        meaning: "\(names[first].quoted) is compared with itself", expected: "another design")
      return nil
    }
    return DesignPair(first, second)
  }

  /// Reads the name of a design as its index; a design that is wrong itself is passed over.
  private func design(_ value: FileValue) -> Int? {
    if case .string(let name) = value.json.content, !names.contains(name),
      names.isEmpty || designs.mayBeUnreadable(name)
    {
      return nil
    }
    return value.index(among: names, "design")
  }
}
