import JSONText
import PurchaseWorld

extension Scenario {
  /// The text of a case's file: it reads back to the same case.
  ///
  /// Only what differs from the defaults of a case is written. Each tap, fault and expectation stands on a
  /// line of its own; the elements of other lists do when a line of 100 characters does not hold the list.
  /// - Precondition: the scenario is a case, whose declarations of faults are numbered from 0.
  package var caseText: String {
    guard let script = population.script else {
      preconditionFailure("only a case has a text of its own")
    }
    let lines = ([.init("format", 1)] + caseMembers(script)).map { member in
      let head = "  \"\(member.key)\": "
      let line = head + member.value.line
      guard case .array(let elements) = member.value,
        ["plan", "expect"].contains(member.key) || line.count > 100
      else { return line }
      return head + "[\n" + elements.map { "    " + $0.line }.joined(separator: ",\n") + "\n  ]"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// The keys with what is written under them, in the order in which the format explains them.
  private func caseMembers(_ script: Population.Script) -> [JSONOutput.Member] {
    let standard = ScenarioDraft(isCase: true)
    var draft = ScenarioDraft()
    draft.scenario = self
    func part<Part>(_ place: KeyPath<Conditions, Part>, _ fields: [Field<Part>]) -> JSONOutput {
      let (ours, usual) = (draft.conditions[keyPath: place], standard.conditions[keyPath: place])
      return .object(fields.members(of: ours, unlike: usual))
    }
    let parts = [
      "device": part(\.device, ConditionFields.device),
      "store": part(\.store, ConditionFields.store),
      "backend": part(\.backend, ConditionFields.backend),
      "behavior": part(\.behavior, ConditionFields.behavior),
      "designs": .array(designs.map(\.caseOutput)),
      "plan": script.planOutput(population.conditions),
      "expect": .array(expectations.compactMap(\.claim.caseOutput)),
    ]
    return ScenarioDraft.fields.flatMap { field in
      parts[field.name].map { $0 == [] || $0 == [:] ? [] : [.init(field.name, $0)] }
        ?? [field].members(of: draft, unlike: standard)
    }
  }
}

extension Design {
  /// The design as a case names it; it reads back to the same design.
  ///
  /// A built-in design is a name. Any other extends the built-in design from which the fewest axes
  /// tell it, unless the defaults are hardly farther. A member of a grid is a grid of one.
  var caseOutput: JSONOutput {
    if client != nil { return clientOutput }
    if let builtIn = BuiltInDesign.named(name), builtIn.design == self { return .string(name) }
    let bases = [Design(name: "")] + BuiltInDesign.all.map(\.design)
    let differing = bases.map(axes)
    let lengths = differing.enumerated().map { $0 == 0 ? $1.count : $1.count + 2 }
    guard let nearest = lengths.indices.min(by: { lengths[$0] < lengths[$1] }) else {
      preconditionFailure("a design can extend another")
    }
    let given = differing[nearest].filter { axis in !isVaried(axis.name) }
    return .object(
      present: [
        "name": .string(head), "extends": nearest > 0 ? .string(bases[nearest].name) : nil,
      ],
      given.members(of: self) + variedOutput + (updateOutput.map { [.init("updates", $0)] } ?? []))
  }

  /// A design with a client of a team's own: it extends none, and says what is not the client's.
  private var clientOutput: JSONOutput {
    .object([.init("name", .string(head))] + differing.filter { !isVaried($0.key) } + variedOutput)
  }

  /// The name without what a grid adds to it.
  private var head: String { name.split(separator: " ").first.map(String.init) ?? name }

  /// The axes of a grid's member as a grid of one.
  private var variedOutput: [JSONOutput.Member] {
    let lists = variedAxes.members(of: self).map { JSONOutput.Member($0.key, [$0.value]) }
    return lists.isEmpty ? [] : [.init("vary", .object(lists))]
  }

  private func isVaried(_ axis: String) -> Bool { variedAxes.contains { $0.name == axis } }

  /// The axes that the name of a grid's member tells, in order; none for any other design.
  private var variedAxes: [Field<Design>] {
    name.split(separator: " ").dropFirst().map { part in
      let axis = DesignAxes.all.first { part.hasPrefix($0.name + "=") }
      guard let axis else { preconditionFailure("a name with a space is that of a grid's member") }
      return axis
    }
  }
}

extension Expectation.Claim {
  /// The claim as a case writes it; nil if it is not about the one user of a case.
  var caseOutput: JSONOutput? {
    guard case .ending(let design, let charges, let flags) = self else { return nil }
    return [
      "design": .string(design), "charges": .array(charges.map(\.output)),
      "flags": .array(CaseFlag.allCases.filter(flags.contains).map { .string($0.rawValue) }),
    ]
  }
}

extension ExpectedCharge {
  fileprivate var output: JSONOutput {
    .object(present: [
      "outcome": .string(outcome.rawValue), "kind": (kind?.rawValue).map { .string($0) },
      "dropPoint": (dropPoint?.rawValue).map { .string($0) },
    ])
  }
}
