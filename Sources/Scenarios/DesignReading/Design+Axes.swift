package import JSONText
package import PurchaseWorld

extension Design {
  /// The axes on which the design is away from the defaults, under their dotted names.
  package var axesOutput: JSONOutput { .object(differing) }

  /// The design as a scenario can declare it: its name, and the axes away from the defaults.
  package var declaration: JSONOutput {
    .object([JSONOutput.Member("name", .string(name))] + differing)
  }

  /// On how many axes the design is away from the defaults: 0 is as plain as can be.
  package var axesAway: Int { differing.count }

  /// Those axes with their values.
  package var differing: [JSONOutput.Member] {
    let defaults = Design(name: "")
    return DesignAxes.all.compactMap { axis in
      let value = axis.value(in: self)
      return value == axis.value(in: defaults) ? nil : value.map { .init(axis.name, $0) }
    }
  }
}
