import JSONText
import PurchaseWorld

extension Design {
  /// The design as a case names it; it reads back to the same design.
  ///
  /// A built-in design is a name. Any other extends the built-in design from which the fewest axes
  /// tell it, unless the defaults are hardly farther. A member of a grid is a grid of one.
  var caseOutput: JSONOutput {
    if let builtIn = BuiltInDesign.named(name), builtIn.design == self { return .string(name) }
    let bases = [Design(name: "")] + BuiltInDesign.all.map(\.design)
    let varied = variedAxes
    let differing = bases.map { base in
      DesignAxes.all.filter { $0.value(in: self) != $0.value(in: base) }
    }
    let lengths = differing.enumerated().map { $0 == 0 ? $1.count : $1.count + 2 }
    guard let nearest = lengths.indices.min(by: { lengths[$0] < lengths[$1] }) else {
      preconditionFailure("a design can extend another")
    }
    let head = name.split(separator: " ").first.map(String.init) ?? name
    var members = [JSONOutput.Member("name", .string(head))]
    if nearest > 0 { members.append(.init("extends", .string(bases[nearest].name))) }
    for axis in differing[nearest] where !varied.contains(where: { $0.name == axis.name }) {
      members += axis.member(of: self) { $0 }
    }
    if !varied.isEmpty {
      members.append(
        .init("vary", .object(varied.flatMap { $0.member(of: self) { .array([$0]) } })))
    }
    return .object(members)
  }

  /// The axes that the name of a grid's member tells, in order; none for any other design.
  private var variedAxes: [Field<Design>] {
    name.split(separator: " ").dropFirst().map { part in
      let axis = DesignAxes.all.first { part.hasPrefix($0.name + "=") }
      guard let axis else { preconditionFailure("a name with a space is that of a grid's member") }
      return axis
    }
  }
}

extension Field<Design> {
  /// The value of a design on this axis under its dotted name.
  fileprivate func member(of design: Design, _ form: (JSONOutput) -> JSONOutput) -> [JSONOutput
    .Member]
  { value(in: design).map { [JSONOutput.Member(name, form($0))] } ?? [] }
}
