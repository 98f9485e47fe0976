import JSONText
import PurchaseWorld

/// The designs of a file as they are read, one after the other: later ones can extend earlier ones.
struct DesignReading {
  /// The designs that can be named and extended without being declared.
  let builtIn: [Design]
  /// The designs of the file so far.
  private(set) var designs: [Design] = []
  private var names: Set<String> = []

  init(extending builtIn: [Design]) { self.builtIn = builtIn }

  /// Reads the list of designs of a scenario.
  mutating func read(_ value: FileValue) {
    guard let list = value.list(.other("a list of designs")) else { return }
    if list.isEmpty { value.report("an empty list of designs", expected: "at least one design") }
    for element in list { readElement(element) }
  }

  /// Reads one element of the list: a name or an object.
  mutating func readElement(_ value: FileValue) {
    switch value.json.content {
    case .string(let name):
      if let design = builtIn.first(where: { $0.name == name }) {
        add(design, from: value)
      } else {
        value.report(
          "unknown design \(name.quoted)", expected: "a built-in design",
          suggestion: NearestName.of(name, among: builtIn.map(\.name)))
      }
    case .object(let members):
      readObject(value, members)
    default:
      value.refuse(.other("the name of a built-in design, or an object"))
    }
  }

  private mutating func add(_ design: Design, from value: FileValue) {
    if names.insert(design.name).inserted {
      designs.append(design)
    } else {
      value.report("design \(design.name.quoted) is there twice", expected: "a name of its own")
    }
  }

  private mutating func readObject(_ value: FileValue, _ members: [JSONMember]) {
    var head = DesignHead()
    let before = value.log.count
    let axes = value.axes(members, into: &head)
    guard let name = head.name else {
      if value.log.count == before || !members.contains(where: { $0.key == "name" }) {
        value.report("'name' is missing", expected: ValueKind.name.words)
      }
      return
    }
    if builtIn.contains(where: { $0.name == name.text }) {
      name.value.report(
        "\(name.text.quoted) is a built-in design", expected: "a name of its own")
    }
    guard var design = base(head) else { return }
    design.name = name.text
    for axis in axes { axis.field.read(axis.value, &design) }
    let grid = head.vary.map { Grid($0, given: axes) } ?? Grid.single
    guard value.log.count == before else { return }
    addMembers(of: grid, around: design, from: value, axes)
  }

  /// The design on which another is based: every axis at its default unless it extends one.
  private func base(_ head: DesignHead) -> Design? {
    guard let extended = head.extends else { return Design(name: "") }
    // Later designs hide earlier ones only by mistake, which is reported elsewhere.
    let known = builtIn + designs
    if let design = known.first(where: { $0.name == extended.text }) { return design }
    extended.value.report(
      "unknown design \(extended.text.quoted)",
      expected: "a built-in design or an earlier one of this file",
      suggestion: NearestName.of(extended.text, among: known.map(\.name)))
    return nil
  }

  /// Adds every member of a grid; a rule that several members break is reported for the first.
  private mutating func addMembers(
    of grid: Grid, around design: Design, from value: FileValue, _ axes: [GivenAxis]
  ) {
    var broken: Set<DesignRule> = []
    for member in grid.members(around: design) {
      for rule in DesignRule.allCases where rule.isBroken(by: member) {
        if broken.insert(rule).inserted {
          rule.report(member, from: value, axes + grid.axes)
        }
      }
      add(member, from: value)
    }
  }
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
    },
    Field("title", .text, "what the design is, for people") { value, _ in _ = value.text() },
    Field("sources", .list(of: .text), "where the design comes from") { value, _ in
      for element in value.list(.list(of: .text)) ?? [] { _ = element.text() }
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
    let topLevel = DesignAxes.all.map(\.name).filter { !$0.contains(".") } + DesignAxes.groups
    var axes: [GivenAxis] = []
    for member in unique(members) {
      let value = child(member.value, member.key)
      if let field = fields.first(where: { $0.name == member.key }) {
        field.read(value, &head)
      } else if let field = DesignAxes.all.first(where: { $0.name == member.key }) {
        take(GivenAxis(field: field, value: value), at: member, into: &axes)
      } else if DesignAxes.groups.contains(member.key) {
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
          among: DesignAxes.all.filter { !$0.isLater && $0.name.hasPrefix(prefix) }
            .map { String($0.name.dropFirst(prefix.count)) })
      }
    }
  }

  private func take(_ axis: GivenAxis, at member: JSONMember, into axes: inout [GivenAxis]) {
    if let first = axes.first(where: { $0.field.name == axis.field.name }) {
      log.add(
        at: member.position, path: path, "axis \(axis.field.name.quoted) is given twice",
        expected: "it once (first on line \(first.value.json.position.line))")
    } else {
      axes.append(axis)
    }
  }
}
