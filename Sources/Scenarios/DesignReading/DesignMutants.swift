import JSONText
package import PurchaseWorld

/// A design with one axis changed to another value, and with the axes that a design rule ties to
/// it.
package struct DesignMutant: Hashable, Sendable {
  /// The changed axes with their values before and after; the intended axis is first.
  package var axes: [DesignDifference.Part.Axis]
  /// The changed design, with the name of the original design.
  package var design: Design
}

/// Every mutant of a design.
///
/// An axis with words, a Boolean or a set is tried with every other value, an ordered list of
/// sources with every list one step away, and an axis with unlimited values with a few (``tried``).
/// If a rule forbids the change, other axes of that rule are set to their default or to the first
/// valid value; the store is never changed for that.
package struct DesignMutants: Sendable {
  /// The mutants in the order of the axes, without repetitions.
  package private(set) var all: [DesignMutant] = []
  /// The number of changes that were omitted because no other axis makes them valid.
  package private(set) var omittedChangeCount = 0

  private let design: Design

  package init(of design: Design) {
    self.design = design
    for axis in DesignAxes.all where axis.applies(to: design.store) {
      for value in DesignMutants.values(of: axis, in: design) { add(axis, value) }
    }
  }

  private mutating func add(_ axis: Field<Design>, _ value: JSONOutput) {
    var changed = design
    guard axis.put(value, into: &changed), changed != design else { return }
    guard let playable = DesignMutants.playable(changed, keeping: axis.name),
      playable.hasFittingUpdate
    else { return omittedChangeCount += 1 }
    if playable == design || all.contains(where: { $0.design == playable }) { return }
    let unlike = design.axes(unlike: playable)
    let fields = unlike.filter { $0.name == axis.name } + unlike.filter { $0.name != axis.name }
    let axes = fields.map { DesignDifference.Part.Axis($0, from: design, to: playable) }
    all.append(DesignMutant(axes: axes, design: playable))
  }

  /// The values to try for axes with unlimited values.
  private static let tried: KeyValuePairs<String, [JSONOutput]> = [
    "binding.recordWindow": [nil, "1m", "1d"],
    "retry.delays": [[], ["0s", "0s", "0s"], ["1s", "2s", "4s"], ["30s"]],
    "retry.budget": [nil, .number(0.1)], "retry.timeout": ["1s", "1m"], "server.attempts": [1, 10],
    "server.attemptInterval": ["1s", "1h"], "server.reconciliation": [nil, "1h", "1d"],
  ]

  /// The values to try for an axis, including that of the design.
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

  /// The lists without one word, with one more word at the end, and with two neighbours exchanged.
  private static func steps(from list: JSONOutput?, _ words: [String]) -> [JSONOutput] {
    guard case .array(let old)? = list else { return [] }
    let less = old.indices.map { place in old.indices.filter { $0 != place }.map { old[$0] } }
    let more = words.map { JSONOutput.string($0) }.filter { !old.contains($0) }.map { old + [$0] }
    let exchanged = old.indices.dropFirst().map { place in with(old) { $0.swapAt(place - 1, place) }
    }
    return (less + more + exchanged).map { .array($0) }
  }

  /// A valid design, created by changing axes that rules tie to the one to keep; nil if there is
  /// none.
  private static func playable(_ changed: Design, keeping axis: String) -> Design? {
    var (design, kept) = (changed, [axis, "store"])
    while let tie = InvalidCombination.all.first(where: { $0.tie.isBroken(design) })?.tie {
      let tied = DesignAxes.all.filter { tie.axes.contains($0.name) && !kept.contains($0.name) }
      let free = tied.first { mended(design, $0, tie) != nil }
      guard let free, let mended = mended(design, free, tie) else { return nil }
      design = mended
      kept.append(free.name)
    }
    return design
  }

  /// The design with the first value of an axis that does not break a rule; the default is tried
  /// first.
  private static func mended(_ design: Design, _ axis: Field<Design>, _ tie: AxisTie) -> Design? {
    let standard = axis.value(in: Design(name: "")).map { [$0] } ?? []
    return (standard + values(of: axis, in: design)).lazy.compactMap { value -> Design? in
      var design = design
      return axis.put(value, into: &design) && !tie.isBroken(design) ? design : nil
    }.first
  }
}
