import JSONText
import PurchaseWorld

/// The designs of a file as they are read, one after the other: later ones can extend earlier ones.
struct DesignReading {
  /// The designs that can be named and extended without being declared.
  let builtIn: [Design]
  /// The designs of the file so far.
  private(set) var designs: [Design] = []
  /// The names of designs that are declared but wrong; empty for one without a name.
  private var unreadable: [String] = []
  private var names: Set<String> = []

  /// The most designs of one file.
  static let most = 1_000

  init(extending builtIn: [Design]) { self.builtIn = builtIn }

  /// Reads the list of designs of a scenario.
  mutating func read(_ value: FileValue) {
    guard let list = value.list(.other("a list of designs")) else { return }
    if list.isEmpty { value.report("an empty list of designs", expected: "at least one design") }
    for element in list where designs.count <= DesignReading.most { readElement(element) }
    if designs.count > DesignReading.most {
      value.report(meaning: "more than \(DesignReading.most) designs", expected: "fewer")
    }
  }

  /// Whether a name may be that of a design that is wrong itself, so that it is not unknown.
  func mayBeUnreadable(_ name: String) -> Bool {
    unreadable.contains { $0.isEmpty || name == $0 || name.hasPrefix($0 + " ") }
  }

  /// Reads one element of the list: a name or an object.
  mutating func readElement(_ value: FileValue) {
    switch value.json.content {
    case .string(let name):
      if let design = builtIn.first(where: { $0.name == name }) {
        add(design, from: value)
      } else {
        let names = builtIn.map(\.name)
        let suggestion = NearestName.of(name, among: names)
        unreadable += [name, suggestion ?? name]
        value.report(
          "unknown design \(name.quoted)", expected: names.choice, suggestion: suggestion)
      }
    case .object(let members): readObject(value, members)
    default:
      unreadable.append("")
      value.refuse(.other("the name of a built-in design or an object"))
    }
  }

  private mutating func add(_ design: Design, from value: FileValue) {
    if names.insert(design.name).inserted {
      designs.append(design)
    } else {
      value.report(
        meaning: "design \(design.name.quoted) is there twice", expected: "each design once")
    }
  }

  private mutating func readObject(_ value: FileValue, _ members: [JSONMember]) {
    var head = DesignHead()
    let before = value.log.count
    let axes = value.axes(members, into: &head)
    if !members.contains(where: { $0.key == "name" }) {
      value.report("'name' is missing", expected: ValueKind.name.words)
    }
    if let name = head.name, builtIn.contains(where: { $0.name == name.text }) {
      name.value.report(
        meaning: "\(name.text.quoted) is a built-in design", expected: "a name of its own")
    }
    let base = base(head)
    var design = base ?? Design(name: "")
    design.name = head.name?.text ?? ""
    for axis in axes { axis.field.read(axis.value, &design) }
    let grid = head.vary.map { Grid($0, given: axes) } ?? Grid.single
    if base != nil, value.log.count == before {
      addMembers(of: grid, around: design, from: value, axes)
    } else {
      unreadable.append(design.name)
    }
  }

  /// The design on which another is based: every axis at its default unless it extends one.
  private func base(_ head: DesignHead) -> Design? {
    guard let (name, value) = head.extends else { return Design(name: "") }
    let known = builtIn + designs
    if let design = known.first(where: { $0.name == name }) { return design }
    if mayBeUnreadable(name) { return nil }
    let names = known.map(\.name)
    value.report(
      meaning: "unknown design \(name.quoted)",
      expected: names.count > 30
        ? "a built-in design or an earlier one of this file" : names.choice,
      suggestion: NearestName.of(name, among: names))
    return nil
  }

  /// Adds every member of a grid; a rule that several members break is reported for the first.
  private mutating func addMembers(
    of grid: Grid, around design: Design, from value: FileValue, _ axes: [GivenAxis]
  ) {
    var broken: Set<DesignRule> = []
    for member in grid.members(around: design) {
      for rule in DesignRule.allCases where rule.isBroken(by: member) {
        if broken.insert(rule).inserted { rule.report(member, from: value, axes + grid.axes) }
      }
      add(member, from: value)
    }
  }
}

extension DesignReading {
  /// What an element of the list of designs looks like.
  static let shape = ValueShape.any(of: [
    .value(.choice(BuiltInDesign.all.map(\.design.name))), .named("design", object),
  ])

  private static let object: ValueShape = {
    let axes = DesignAxes.all.map { field -> Key in
      let key = field.key(in: Design(name: ""))
      var named = key
      named.shape = .named("axis." + key.name, key.shape)
      named.fallback = "that of the design that is extended"
      return named
    }
    let groups = DesignAxes.groups.map { group in
      let prefix = group.name + "."
      let members = axes.filter { $0.name.hasPrefix(prefix) }.map { axis in
        var axis = axis
        axis.name = String(axis.name.dropFirst(prefix.count))
        return axis
      }
      return Key(group.name, .named("axes." + group.name, .object(KeySet(members))), group.summary)
    }
    let varied = axes.map { axis in
      var axis = axis
      axis.kind = .other("a list of values")
      axis.shape = .list(axis.shape, 1...FileValue.longestList)
      axis.standard = nil
      axis.fallback = nil
      return axis
    }
    var head = KeySet(DesignHead.fields, DesignHead()).keys
    for index in head.indices where head[index].name == "vary" {
      head[index].shape = .object(KeySet(varied, count: 1...varied.count))
    }
    return .object(KeySet(head + groups + axes))
  }()
}

/// What a design object says beside its axes.
struct DesignHead {
  /// A text and where it stands.
  typealias Given = (text: String, value: FileValue)

  var name: Given?
  var extends: Given?
  var vary: FileValue?

  /// The keys of a design object beside its axes.
  static let fields: [Field<DesignHead>] = [
    Field("name", .name, "the name under which results show the design") { value, head in
      if let name = value.name() { head.name = (name, value) }
    }.required,
    Field("title", .line, "what the design is, for people") { value, _ in _ = value.line() },
    Field("sources", .list(of: .line), "where the design comes from") { value, _ in
      for element in value.list(.list(of: .text)) ?? [] { _ = element.line() }
    },
    Field("extends", .text, "the design whose axes are the defaults") { value, head in
      if let name = value.text() { head.extends = (name, value) }
    },
    Field("vary", .other("an object of lists"), "axes and the values they take in turn") {
      $1.vary = $0
    },
  ]
}

/// An axis that an object gives a value.
struct GivenAxis {
  var field: Field<Design>
  var value: FileValue
}

extension FileValue {
  /// Splits a design object into its head and its axes, which may be dotted or nested.
  func axes(_ members: [JSONMember], into head: inout DesignHead) -> [GivenAxis] {
    let fields = DesignHead.fields
    let groups = DesignAxes.groups.map(\.name)
    let topLevel = DesignAxes.all.map(\.name).filter { !$0.contains(".") } + groups
    var axes: [GivenAxis] = []
    for member in unique(members) {
      let value = child(member.value, member.key)
      if let field = fields.first(where: { $0.name == member.key }) {
        field.read(value, &head)
      } else if let field = DesignAxes.all.first(where: { $0.name == member.key }) {
        take(GivenAxis(field: field, value: value), at: member, into: &axes)
      } else if groups.contains(member.key) {
        value.nestedAxes(member.key, into: &axes)
      } else {
        reportUnknown(
          member, among: fields.map(\.name) + topLevel, suggesting: DesignAxes.all.map(\.name))
      }
    }
    return axes
  }

  /// Reads the axes of one group.
  private func nestedAxes(_ group: String, into axes: inout [GivenAxis]) {
    guard case .object(let members) = json.content else {
      refuse(.other("an object"))
      return
    }
    for member in unique(members) {
      let name = group + "." + member.key
      if let field = DesignAxes.all.first(where: { $0.name == name }) {
        take(
          GivenAxis(field: field, value: child(member.value, member.key)), at: member, into: &axes)
      } else {
        let prefix = group + "."
        reportUnknown(
          member,
          among: DesignAxes.all.filter { $0.name.hasPrefix(prefix) }
            .map { String($0.name.dropFirst(prefix.count)) })
      }
    }
  }

  private func take(_ axis: GivenAxis, at member: JSONMember, into axes: inout [GivenAxis]) {
    if let first = axes.first(where: { $0.field.name == axis.field.name }) {
      log.add(
        at: member.position, path: path, "axis \(axis.field.name.quoted) is given twice",
        expected: "it once (first on line \(first.value.json.position.line))", concern: .meaning)
      // It is wrong in any case, but what else is wrong with it is said at once.
      var probe = Design(name: "")
      axis.field.read(axis.value, &probe)
    } else {
      axes.append(axis)
    }
  }
}
