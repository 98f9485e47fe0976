import JSONText
import PurchaseWorld

/// The axes that a design varies, and the values that each takes.
///
/// The members are all combinations, the first axis outermost. A member is named by the design and
/// what is varied: `grid finish=onCallback records.in=memory`; the elements of a list are joined by
/// `+`, and an empty list is `none`.
struct Grid {
  /// One value of a varied axis: how names show it, and how a design takes it.
  private struct Choice {
    var label: String
    var read: (inout Design) -> Void
  }

  /// The most members of one grid.
  static let most = 1_000

  /// No variation: the design itself.
  static var single: Grid { Grid() }

  /// The varied axes with their lists.
  private(set) var axes: [GivenAxis] = []
  private var choices: [[Choice]] = []

  private init() {}

  /// Reads the object of varied axes; what is wrong is reported there.
  init(_ value: FileValue, given: [GivenAxis]) {
    guard case .object(let members) = value.json.content else {
      value.refuse(.other("an object of axes and lists of values"))
      return
    }
    if members.isEmpty { value.report("nothing is varied", expected: "at least one axis") }
    for member in value.unique(members) {
      guard let field = DesignAxes.all.first(where: { $0.name == member.key }) else {
        value.log.add(
          at: member.position, path: value.path, "unknown axis \(member.key.quoted)",
          expected: DesignAxes.all.map(\.name).choice,
          suggestion: NearestName.of(member.key, among: DesignAxes.all.map(\.name)))
        continue
      }
      if given.contains(where: { $0.field.name == field.name }) {
        value.log.add(
          at: member.position, path: value.path, "axis \(field.name.quoted) is given and varied",
          expected: "one of the two", concern: .meaning)
      }
      let axis = GivenAxis(field: field, value: value.child(member.value, member.key))
      axes.append(axis)
      choices.append(Grid.choices(axis))
    }
    let count = choices.reduce(1) { min($0 * $1.count, Grid.most + 1) }
    if count > Grid.most {
      value.report(meaning: "a grid of more than \(Grid.most) designs", expected: "fewer values")
    }
  }

  private static func choices(_ axis: GivenAxis) -> [Choice] {
    guard let list = axis.value.list(.other("a list of values")) else { return [] }
    if list.isEmpty { axis.value.report("no values", expected: "at least one value") }
    return list.map { element in
      var probe = Design(name: "")
      axis.field.read(element, &probe)
      let label = axis.field.value(in: probe)?.label ?? ""
      return Choice(label: "\(axis.field.name)=\(label)") { axis.field.read(element, &$0) }
    }
  }

  /// All combinations around a design, which must be free of problems.
  func members(around design: Design) -> [Design] {
    choices.reduce([design]) { designs, choices in
      designs.flatMap { design in
        choices.map { choice in
          var member = design
          member.name += " " + choice.label
          choice.read(&member)
          return member
        }
      }
    }
  }
}

extension JSONOutput {
  /// The value of an axis in a few words, as in the name of a member of a grid.
  var label: String {
    switch self {
    case .string(let text): text
    case .array(let elements):
      elements.isEmpty ? "none" : elements.map(\.label).joined(separator: "+")
    case .null: "none"
    default: line
    }
  }
}
