import JSONText
package import PurchaseWorld

/// A design with one axis changed to one other value, and with what a rule of designs ties to it.
package struct DesignMutant: Hashable, Sendable {
  /// The axes that are changed, the one that was meant first, with their values before and after.
  package var axes: [DesignDifference.Part.Axis]
  /// The changed design; it has the name of the design from which it is made.
  package var design: Design
}

/// Every mutant of a design.
///
/// Of an axis that holds a word, a yes or no, or a set, every other value is tried; of an ordered list of
/// sources every list one step away; of an axis with endless values a few (``tried``). What a rule refuses
/// is made playable by other axes of that rule, each at its default or else at the first value that will
/// do; the store never changes for that.
package struct DesignMutants: Sendable {
  /// The mutants in the order of the axes, each once.
  package private(set) var all: [DesignMutant] = []
  /// How many changes were left out because no other axis makes them playable.
  package private(set) var refused = 0

  private let design: Design

  package init(of design: Design) {
    self.design = design
    for axis in DesignAxes.all where axis.isRead(by: design.store) {
      for value in DesignMutants.values(of: axis, in: design) { add(axis, value) }
    }
  }

  private mutating func add(_ axis: Field<Design>, _ value: JSONOutput) {
    var changed = design
    guard axis.put(value, into: &changed), changed != design else { return }
    guard let playable = DesignMutants.playable(changed, keeping: axis.name),
      playable.hasFittingUpdate
    else { return refused += 1 }
    if playable == design || all.contains(where: { $0.design == playable }) { return }
    let unlike = design.axes(unlike: playable)
    let fields = unlike.filter { $0.name == axis.name } + unlike.filter { $0.name != axis.name }
    let words = { (field: Field<Design>, design: Design) in field.value(in: design)?.label ?? "none"
    }
    let axes = fields.map {
      DesignDifference.Part.Axis(name: $0.name, from: words($0, design), to: words($0, playable))
    }
    all.append(DesignMutant(axes: axes, design: playable))
  }

  /// The values that are tried of axes whose values have no end.
  private static let tried: KeyValuePairs<String, [JSONOutput]> = [
    "binding.recordWindow": [nil, "1m", "1d"],
    "retry.delays": [[], ["0s", "0s", "0s"], ["1s", "2s", "4s"], ["30s"]],
    "retry.budget": [nil, .number(0.1)], "retry.timeout": ["1s", "1m"],
    "server.attempts": [1, 10],
    "server.attemptInterval": ["1s", "1h"],
    "server.reconciliation": [nil, "1h", "1d"],
  ]

  /// The values that are tried of an axis, that of the design among them.
  static func values(of axis: Field<Design>, in design: Design) -> [JSONOutput] {
    switch axis.kind {
    case .boolean: [false, true]
    case .choice(let words): words.map { .string($0) }
    case .list(of: .choice(let words)):
      ["binding.item", "binding.account"].contains(axis.name)
        ? steps(from: axis.value(in: design), words) : subsets(of: words)
    default: tried.first { $0.key == axis.name }?.value ?? []
    }
  }

  private static func subsets(of words: [String]) -> [JSONOutput] {
    (0..<1 << words.count).map { chosen in
      .array(words.indices.filter { chosen >> $0 & 1 == 1 }.map { .string(words[$0]) })
    }
  }

  /// The lists with one word less, with one more at the end, and with two neighbours exchanged.
  private static func steps(from list: JSONOutput?, _ words: [String]) -> [JSONOutput] {
    guard case .array(let own)? = list else { return [] }
    let less = own.indices.map { place in own.indices.filter { $0 != place }.map { own[$0] } }
    let more = words.map { JSONOutput.string($0) }.filter { !own.contains($0) }.map { own + [$0] }
    let exchanged = own.indices.dropFirst().map { place in with(own) { $0.swapAt(place - 1, place) }
    }
    return (less + more + exchanged).map { .array($0) }
  }

  /// A design that no rule refuses, made by changing axes that rules tie to the one that is kept; nil
  /// where there is none.
  private static func playable(_ changed: Design, keeping axis: String) -> Design? {
    var (design, kept) = (changed, [axis, "store"])
    while let rule = DesignRule.all.first(where: { $0.tie.isBroken(design) }) {
      let tied = DesignAxes.all.filter {
        rule.tie.axes.contains($0.name) && !kept.contains($0.name)
      }
      let free = tied.first { mended(design, $0, rule) != nil }
      guard let free, let mended = mended(design, free, rule) else { return nil }
      design = mended
      kept.append(free.name)
    }
    return design
  }

  /// The design with the first value of an axis, its default before others, that does not break a rule.
  private static func mended(
    _ design: Design, _ axis: Field<Design>, _ rule: DesignRule
  ) -> Design? {
    let standard = axis.value(in: Design(name: "")).map { [$0] } ?? []
    return (standard + values(of: axis, in: design)).lazy.compactMap { value -> Design? in
      var design = design
      return axis.put(value, into: &design) && !rule.tie.isBroken(design) ? design : nil
    }.first
  }
}
