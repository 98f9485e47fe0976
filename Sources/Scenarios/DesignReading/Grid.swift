package import JSONText
import PurchaseWorld

/// The axes that a design varies, and the values that each takes.
///
/// The members are all combinations, the first axis outermost. A member is named by the design and
/// what is varied: `grid finish=onCallback records.in=memory`; the elements of a list are joined by
/// `+`, and an empty list is `none`.
struct Grid {
  static let most = 1_000

  /// The varied axes with their lists.
  private(set) var axes: [GivenAxis] = []
  /// Of each axis the values: how names show them, and how a design takes them.
  private var choices: [[(label: String, value: FileValue)]] = []

  /// No variation: the design itself.
  init() {}

  /// Reads the object of varied axes; what is wrong is reported there.
  init(_ value: FileValue, given: [GivenAxis]) {
    guard let members = value.members(.other("an object of axes and lists of values")) else {
      return
    }
    if members.isEmpty { value.report("nothing is varied", expected: "at least one axis") }
    for member in members {
      let key = value.key(of: member)
      guard let name = key.choice(DesignAxes.all.map(\.name), called: "axis"),
        let field = DesignAxes.all.first(where: { $0.name == name })
      else { continue }
      if given.contains(where: { $0.field.name == name }) {
        key.report(meaning: "axis \(name.quoted) is given and varied", expected: "one of the two")
      }
      let axis = (field, value.child(member))
      axes.append(axis)
      choices.append(Grid.choices(axis))
    }
    let count = choices.reduce(1) { min($0 * $1.count, Grid.most + 1) }
    if count > Grid.most {
      value.report(meaning: "a grid of more than \(Grid.most) designs", expected: "fewer values")
    }
  }

  private static func choices(_ axis: GivenAxis) -> [(label: String, value: FileValue)] {
    guard let list = axis.value.list(.other("a list of values")) else { return [] }
    if list.isEmpty { axis.value.report("no values", expected: "at least one value") }
    return list.map { element in
      var probe = Design(name: "")
      axis.field.read(element, &probe)
      return ("\(axis.field.name)=\(axis.field.value(in: probe)?.label ?? "")", element)
    }
  }

  /// All combinations around a design, which must be free of problems.
  func members(around design: Design) -> [Design] {
    zip(axes, choices).reduce([design]) { designs, varied in
      designs.flatMap { design in
        varied.1.map { label, value in
          with(design) { member in
            member.name += " " + label
            varied.0.field.read(value, &member)
          }
        }
      }
    }
  }
}

extension JSONOutput {
  /// The value of an axis in a few words, as in the name of a member of a grid.
  package var label: String {
    switch self {
    case .string(let text): text
    case .array(let elements):
      elements.isEmpty ? "none" : elements.map(\.label).joined(separator: "+")
    case .null: "none"
    default: line
    }
  }
}
