package import JSONText
import PurchaseWorld

/// The axes that a design varies, with their values.
///
/// The members are all combinations, the first axis outermost. The name of a member is the name of
/// the design with the varied values: `grid finish=onCallback records.in=memory`. The elements of a
/// list are joined by `+`; an empty list is `none`.
struct Grid {
  static let maximum = 1_000

  /// The varied axes with their lists.
  private(set) var axes: [GivenAxis] = []
  /// The values of each axis: the label in names, and the value for the design.
  private var choices: [[(label: String, value: FileValue)]] = []

  /// No variation: the design itself.
  init() {}

  /// Reads the object of varied axes and reports problems.
  init(_ value: FileValue, given: [GivenAxis]) {
    guard let members = value.members(.other("an object of axes and lists of values")) else {
      return
    }
    if members.isEmpty { value.report("no axis is varied", expected: "at least one axis") }
    for member in members {
      let key = value.key(of: member)
      guard let name = key.choice(DesignAxes.all.map(\.name), called: "axis"),
        let field = DesignAxes.all.first(where: { $0.name == name })
      else { continue }
      if given.contains(where: { $0.field.name == name }) {
        key.reportSemanticProblem(
          "axis \(name.quoted) is given and varied", expected: "only one of the two")
      }
      let axis = (field, value.child(member))
      axes.append(axis)
      choices.append(Grid.choices(axis))
    }
    let count = choices.reduce(1) { min($0 * $1.count, Grid.maximum + 1) }
    if count > Grid.maximum {
      value.reportSemanticProblem(
        "the grid has more than \(Grid.maximum) designs", expected: "fewer values")
    }
  }

  private static func choices(_ axis: GivenAxis) -> [(label: String, value: FileValue)] {
    guard let list = axis.value.list(.other("a list of values")) else { return [] }
    if list.isEmpty {
      axis.value.report("the list of values is empty", expected: "at least one value")
    }
    return list.map { element in
      var probe = Design(name: "")
      axis.field.read(element, &probe)
      return ("\(axis.field.name)=\(axis.field.value(in: probe)?.label ?? "")", element)
    }
  }

  /// All combinations for a design, which must be valid.
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
  /// The value of an axis in a few words, as in the name of a grid's member.
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
