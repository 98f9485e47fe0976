import EventEngine
import JSONText
import PurchaseWorld

@testable import Scenarios

/// Writes a random scenario file from the declarations that define the format for the reader.
///
/// A key that is added to the format is drawn automatically if its kind defines its values. Keys
/// of other kinds have their own generator here; a key without a kind or generator is noted in
/// ``unknown``, and the tests fail.
struct RandomScenarios {
  private var random: TestRandom
  /// Keys without a kind or generator.
  private(set) var unknown: Set<String> = []
  /// The errors with which the reader rejected drawn files; these files were drawn again.
  private(set) var refusals: [Problem] = []
  /// The number of drawn designs and files, rejected ones included.
  private(set) var drawn = 0

  /// The scenario of a number: always the same file.
  init(number: Int) { random = TestRandom(seed: UInt64(number)) }

  /// Draws files until the reader accepts one.
  mutating func next() -> (text: String, scenario: Scenario) {
    while true {
      let text = file().text
      if let scenario = read(text) { return (text, scenario) }
    }
  }

  private mutating func read(_ text: String) -> Scenario? {
    drawn += 1
    do throws(Problems) {
      return try ScenarioReader.read(Array(text.utf8), file: "random.json")
    } catch {
      refusals += error.list
      return nil
    }
  }

  /// Draws a Boolean that is true in some of 16 cases.
  private mutating func happens(_ of16: Int) -> Bool { random.next(16) < of16 }

  private mutating func one<T>(of all: [T]) -> T { all[random.next(all.count)] }

  private mutating func maybe(
    _ of16: Int, _ draw: (inout RandomScenarios) -> JSONOutput
  ) -> JSONOutput? { happens(of16) ? draw(&self) : .none }

  /// Each of some values with a probability of one half, in a random order.
  private mutating func some<T>(of all: [T]) -> [T] {
    var rest = all
    var chosen: [T] = []
    while !rest.isEmpty {
      let element = rest.remove(at: random.next(rest.count))
      if happens(8) { chosen.append(element) }
    }
    return chosen
  }
}

// The scenario.
extension RandomScenarios {
  private mutating func file() -> JSONOutput {
    let (designs, names, stores) = designs()
    let parts: [String: JSONOutput?] = [
      "users": .integer(20 + random.next(21)), "purchasesPerUser": .integer(1 + random.next(4)),
      "horizon": .string(length(at: "horizon").words),
      "currency": maybe(6) { .string($0.one(of: ["EUR", "JPY", "KWD"])) },
      "catalog": maybe(14) { $0.catalog() },
      "device": .object(members(of: ConditionFields.device, in: "device")),
      "store": .object(members(of: ConditionFields.store, in: "store")),
      "backend": .object(members(of: ConditionFields.backend, in: "backend", ["capacity": .none])),
      "behavior": .object(
        members(
          of: ConditionFields.behavior, in: "behavior", ["reacts": maybe(10) { $0.reactions() }])),
      "faults": .array((0..<random.next(10)).map { _ in fault(stores) }),
      "outages": .array(
        (0..<max(0, random.next(6) - 3)).map { _ in
          .object(members(of: Outage.fields, in: "outages"))
        }),
      "designs": .array(designs),
      "reference": maybe(4) { .string($0.one(of: names)) },
      "compare": maybe(4) { $0.pairs(of: names) },
      "plan": .none, "calls": .none, "replications": .none,
      "publishedLadder": maybe(2) { _ in [9, 5, 5, 1] },
      "expect": .array((0..<random.next(4)).map { _ in claim(about: names) }),
      // So few users are not enough for strata.
      "sampling": maybe(4) { _ in "plain" },
      "precision": maybe(4) { ["halfWidth": .number(0.1), "design": .string($0.one(of: names))] },
      "sweep": maybe(4) { _ in
        [
          "value": "store.repurchaseReplays", "from": .number(0.1), "to": .number(0.2), "steps": 2,
          "and": ["value": "backend.verify", "values": ["1s", "2s"]],
        ]
      },
      "fit": maybe(4) { _ in
        [
          "design": .string(names[0]),
          "free": [["path": "store.repurchaseReplays", "from": 0, "to": 1]],
        ]
      },
      "draws": maybe(4) { _ in
        [
          "values": ["store.repurchaseReplays", "backend.verify"],
          "sets": [[0.1, "1s"], [0.2, "2s"]],
        ]
      },
    ]
    var file = members(of: ScenarioDraft.fields, in: "", parts)
    // The reference adds its own pairs, which 'compare' must not repeat.
    if file.contains(where: { $0.key == "reference" }) { file.removeAll { $0.key == "compare" } }
    return .object(file)
  }

  /// One to three pairs of neighbours, each in a random order.
  private mutating func pairs(of designs: [String]) -> JSONOutput {
    let pairs = zip(designs, designs.dropFirst()).prefix(1 + random.next(3))
    return .array(
      pairs.map { first, second in
        let names = [JSONOutput.string(first), .string(second)]
        return .array(happens(8) ? names : names.reversed())
      })
  }

  /// One to four products with one to three items.
  private mutating func catalog() -> JSONOutput {
    let products = (0...random.next(4)).map { product in
      let items = (0...random.next(3)).map { item in
        let name = JSONOutput.string("item \(product).\(item) 物品")
        return happens(4) ? ["item": name, "weight": .integer(1 + random.next(9))] : name
      }
      return JSONOutput.object(
        members(
          of: ProductDraft.fields, in: "catalog",
          [
            "product": .string("tier.\(product)"),
            "price": maybe(12) { .integer($0.random.next(2_000)) },
            "storePrice": maybe(4) { .integer($0.random.next(2_000)) },
            "items": maybe(12) { _ in .array(items) },
          ]))
    }
    return .array(products)
  }

  /// Shares in steps of a twentieth.
  private mutating func reactions() -> JSONOutput {
    var left = 20
    var members: [JSONOutput.Member] = []
    for name in Reactions.Kind.allCases.map(\.rawValue).reversed() {
      let share = name == "nothing" ? left : random.next(left + 1) / (happens(8) ? 1 : 3)
      left -= share
      members.append(.init(name, .number(Double(share) / 20)))
    }
    return .object(members)
  }

  /// A fault that one of the stores has.
  private mutating func fault(_ stores: [Design.StoreKind]) -> JSONOutput {
    let kind = one(
      of: FaultCatalog.all.filter { kind in stores.contains(where: kind.kind.applies) })
    return .object(
      members(
        of: FaultDraft.fields(kind, isPlanned: false), in: "faults",
        ["fault": .string(kind.kind.rawValue), "at": maybe(9) { $0.anchor(of: kind) }]))
  }

  private mutating func anchor(of kind: FaultProperties) -> JSONOutput {
    if happens(3) { return ["step": .integer(1 + random.next(60))] }
    let names = FaultDraft.anchors.map(\.name)
    return .string(one(of: kind.allowedAnchors == .sheet ? Array(names.prefix(2)) : names))
  }

  /// A claim that bounds a metric of one design, or compares two.
  private mutating func claim(about designs: [String]) -> JSONOutput {
    var members = [JSONOutput.Member]()
    let name = one(of: Metric.names.filter { BackendMetric(rawValue: $0) == nil })
    switch name {
    case Metric.late: members.append(.init("within", .string(one(of: ["1s", "90s", "1h"]))))
    case Metric.failedRetry:
      members += [.init("metric", .string(name)), .init("retry", .integer(1 + random.next(3)))]
    default: members.append(.init("metric", .string(name)))
    }
    let first = random.next(designs.count)
    if designs.count > 1, happens(10) {
      let second = (first + 1 + random.next(designs.count - 1)) % designs.count
      members += [.init("of", .string(designs[first])), .init("below", .string(designs[second]))]
    } else {
      let isTime = Metric.withoutParameters.first { $0.name == name }?.unit == .time
      members += [.init("design", .string(designs[first])), .init("max", isTime ? "1m" : 1)]
    }
    return .object(members)
  }
}

// The designs.
extension RandomScenarios {
  /// The built-in design of which a claim is tested, and one to three random ones.
  ///
  /// Each is drawn until the reader accepts it, so that no invalid design invalidates the file.
  private mutating func designs() -> (
    designs: [JSONOutput], names: [String], stores: [Design.StoreKind]
  ) {
    var designs: [JSONOutput] = [.string(ScenarioInvariantTests.neverCrossed)]
    var names = [ScenarioInvariantTests.neverCrossed]
    var earlier = BuiltInDesign.all.map(\.design)
    let count = 2 + random.next(3)
    while designs.count < count {
      let design = design(designs.count, after: names, of: earlier)
      let file: JSONOutput = ["name": "designs", "designs": .array(designs + [design])]
      guard let scenario = read(file.text) else { continue }
      designs.append(design)
      names = scenario.designs.map(\.name)
      earlier += scenario.designs
    }
    return (
      designs, names, [.storeKit1] + earlier.suffix(from: BuiltInDesign.all.count).map(\.store)
    )
  }

  /// - Parameter known: what can be extended, built-in or earlier.
  private mutating func design(
    _ number: Int, after earlier: [String], of known: [Design]
  ) -> JSONOutput {
    let builtIn = BuiltInDesign.all.map(\.design.name).filter { !earlier.contains($0) }
    if happens(3) { return .string(one(of: builtIn)) }
    let base = happens(9) ? one(of: happens(3) ? earlier : builtIn) : nil
    // A store that differs from the base's may not accept the keys of the base.
    let inherited = known.last { $0.name == base }?.store
    let store = inherited.flatMap { happens(13) ? $0 : nil } ?? one(of: Design.StoreKind.allCases)
    var axes = axes(of16: base == nil ? 11 : 3, read: store)
    if store != inherited ?? .storeKit1 { axes.insert(.init("store", .string("\(store)")), at: 0) }
    let head = members(
      of: DesignHead.fields, in: "designs",
      [
        "name": .string("random-\(number)"), "extends": base.map { JSONOutput.string($0) },
        // Designs with an update have their own random tests, because other invariants hold for them.
        "updates": .none, "client": .none, "scheduling": .none, "interleaving": .none,
        // A design that is not simulated has no outcomes.
        "abstract": .none, "vary": happens(2) ? variation(besides: axes, read: store) : .none,
      ])
    return .object(head + (happens(8) ? axes : nested(axes)))
  }

  /// Values of some axes that a store reads, without the store itself.
  private mutating func axes(of16: Int, read store: Design.StoreKind) -> [JSONOutput.Member] {
    let fresh = Design(name: "")
    return DesignAxes.all.compactMap { axis in
      guard happens(of16), axis.applies(to: store), axis.name != "store" else { return nil }
      if axis.value(in: fresh) == .null, happens(3) { return .init(axis.name, .null) }
      return value(axis.kind, at: axis.name).map { .init(axis.name, $0) }
    }
  }

  /// Two values of an axis that is not given.
  private mutating func variation(
    besides axes: [JSONOutput.Member], read store: Design.StoreKind
  ) -> JSONOutput? {
    let free = DesignAxes.all.filter { axis in
      guard axis.applies(to: store), axis.name != "store" else { return false }
      guard !axes.contains(where: { $0.key == axis.name }) else { return false }
      if case .choice(let words) = axis.kind { return words.count > 1 }
      return axis.kind == .boolean
    }
    guard !free.isEmpty else { return nil }
    let axis = one(of: free)
    guard case .choice(let words) = axis.kind else {
      return .object([.init(axis.name, [true, false])])
    }
    let first = random.next(words.count)
    let second = (first + 1 + random.next(words.count - 1)) % words.count
    return .object([.init(axis.name, [.string(words[first]), .string(words[second])])])
  }

  /// The same axes, those with a point in their names as members of a group.
  private func nested(_ axes: [JSONOutput.Member]) -> [JSONOutput.Member] {
    var groups: [String: [JSONOutput.Member]] = [:]
    for axis in axes {
      let path = axis.key.split(separator: ".").map(String.init)
      if path.count == 2 { groups[path[0], default: []].append(.init(path[1], axis.value)) }
    }
    return axes.filter { !$0.key.contains(".") }
      + groups.sorted { $0.key < $1.key }.map { .init($0.key, .object($0.value)) }
  }
}

// Values by their kind.
extension RandomScenarios {
  /// An object's members: required ones always, others in half of the cases.
  ///
  /// - Parameters:
  ///   - group: what the object is, for the paths of its keys.
  ///   - byHand: members that were drawn already, or are left out, by key.
  private mutating func members<Target>(
    of fields: [Field<Target>], in group: String, _ byHand: [String: JSONOutput?] = [:]
  ) -> [JSONOutput.Member] {
    fields.compactMap { field in
      if let drawn = byHand[field.name] { return drawn.map { .init(field.name, $0) } }
      guard field.isRequired || happens(8) else { return nil }
      let path = group.isEmpty ? field.name : group + "." + field.name
      return value(field.kind, at: path).map { .init(field.name, $0) }
    }
  }

  /// A value of a kind; nil if the kind does not define its values.
  private mutating func value(_ kind: ValueKind, at path: String) -> JSONOutput? {
    switch kind {
    case .name: return .string(one(of: ["a", "B-1", "x_y.z"]))
    case .text, .line, .label: return .string(one(of: ["", "a text", "税 \"€\" \\"]))
    case .boolean: return .bool(happens(8))
    case .duration: return .string(random.next(64) == 0 ? "0s" : length(at: path).words)
    case .distribution: return distribution(at: path)
    case .probability: return .number(one(of: [0, 1, share(), share(), share() / 100]))
    case .integer(let range): return .integer(integer(range))
    case .number(let range): return .number(number(range))
    case .choice(let words): return .string(one(of: words))
    case .list(.choice(let words)): return .array(some(of: words).map { .string($0) })
    case .list(.text), .list(.line):
      return .array((0..<random.next(3)).map { .string("text \($0)") })
    case .list(.duration): return delays(at: path)
    case .list, .other:
      unknown.insert(path)
      return .none
    }
  }

  private mutating func share() -> Double { Double(random.next(10_001)) / 10_000 }

  /// Mostly one of the smallest numbers, sometimes any number or the largest.
  private mutating func integer(_ range: ClosedRange<Int>) -> Int {
    let width = range.upperBound - range.lowerBound
    switch random.next(16) {
    case 0: return range.upperBound
    case 1, 2: return range.lowerBound + (width == 0 ? 0 : random.next(width))
    default: return range.lowerBound + random.next(min(width, 3) + 1)
    }
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    let width = range.upperBound - range.lowerBound
    switch random.next(16) {
    case 0: return range.upperBound
    case 1: return range.lowerBound
    case 2, 3: return range.lowerBound + width * share()
    default: return range.lowerBound + width / 8 * share()
    }
  }

  /// Delays, the last one long, because it may be repeated without end.
  private mutating func delays(at path: String) -> JSONOutput {
    var delays = (0..<random.next(5)).map { _ in happens(2) ? Delay.zero : length(at: path) }
    if let last = delays.last { delays.append(max(last, .seconds(Int64(10 + random.next(600))))) }
    return .array(delays.map { .string($0.words) })
  }

  /// The ranges of lengths in milliseconds: long enough to matter, and short enough for short
  /// simulations. Other keys have the default range.
  private static let lengths: [String: ClosedRange<Int>] = [
    "horizon": 86_400_000...432_000_000, "device.launch": 1...60_000, "store.callback": 1...60_000,
    "backend.order": 1...60_000, "backend.verify": 1...60_000, "backend.storeCheck": 1...60_000,
    "behavior.browse": 1_000...600_000, "behavior.dwell": 1_000...1_800_000,
    "behavior.gap": 3_600_000...86_400_000, "behavior.starts": 1...86_400_000,
    "retry.timeout": 1_000...60_000, "server.reconciliation": 3_600_000...172_800_000,
    "outages.from": 1_000...200_000_000, "faults.lasts": 1...200_000_000,
  ]
  private static let usual = 100...10_000_000

  /// A length in which every doubling is equally probable.
  private mutating func length(at path: String) -> Delay {
    let range = Self.lengths[path] ?? Self.usual
    let ratio = range.upperBound / range.lowerBound
    let least = range.lowerBound << random.next(Int.bitWidth - ratio.leadingZeroBitCount)
    return .milliseconds(Int64(min(least + random.next(least), range.upperBound)))
  }

  private mutating func distribution(at path: String) -> JSONOutput {
    if happens(6) { return .string(happens(2) ? "0s" : length(at: path).words) }
    let family = one(of: DistributionFamily.all)
    let ends = [length(at: path), length(at: path)].sorted()
    var points: [JSONOutput] = []
    for (index, share) in [0.9, 0.5, 0.1, 0].enumerated() where index == 0 || happens(12) {
      points.append([.string((ends[0] + .seconds(Int64(index))).words), .number(share)])
    }
    let parameters = family.fields.map { field -> JSONOutput.Member in
      switch (field.name, field.kind) {
      case ("to", _): .init(field.name, .string(ends[1].words))
      case ("points", _): .init(field.name, .array(points))
      case (_, .number(let range)): .init(field.name, .number(number(range)))
      default: .init(field.name, .string(ends[0].words))
      }
    }
    return .object([.init(family.name, .object(parameters))])
  }
}
