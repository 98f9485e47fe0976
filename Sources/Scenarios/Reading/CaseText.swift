import JSONText
import PurchaseWorld

extension Scenario {
  /// The text of a case file, from which the same case can be read.
  ///
  /// Defaults of a case are omitted. Each tap, fault and expectation has its own line; so do the
  /// elements of other lists that do not fit a line of 100 characters.
  /// - Precondition: the scenario is a case whose fault declarations are numbered from 0.
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

  /// The keys and values, in the order of the format.
  private func caseMembers(_ script: Population.Script) -> [JSONOutput.Member] {
    let standard = ScenarioDraft(isCase: true)
    var draft = ScenarioDraft()
    draft.scenario = self
    func part<Part>(_ place: KeyPath<Conditions, Part>, _ fields: [Field<Part>]) -> JSONOutput {
      let (values, usual) = (draft.conditions[keyPath: place], standard.conditions[keyPath: place])
      return .object(fields.members(of: values, unlike: usual))
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
  /// The design as a case declares it, from which the same design can be read.
  ///
  /// A built-in design is written as its name. Any other design extends the built-in design with
  /// the fewest different axes, unless the defaults are hardly farther. A member of a grid is
  /// written as a grid with one member.
  var caseOutput: JSONOutput {
    if client != nil { return clientOutput }
    if let builtIn = BuiltInDesign.named(name), builtIn.design == self { return .string(name) }
    let bases = [Design(name: "")] + BuiltInDesign.all.map(\.design)
    let nonDefaultAxes = bases.map(axes)
    let lengths = nonDefaultAxes.enumerated().map { $0 == 0 ? $1.count : $1.count + 2 }
    guard let nearest = lengths.indices.min(by: { lengths[$0] < lengths[$1] }) else {
      preconditionFailure("a design can extend another")
    }
    let given = nonDefaultAxes[nearest].filter { axis in !isVaried(axis.name) }
    return .object(
      present: [
        "name": .string(head), "extends": nearest > 0 ? .string(bases[nearest].name) : nil,
      ],
      given.members(of: self) + variedOutput + (updateOutput.map { [.init("updates", $0)] } ?? []))
  }

  /// A design with a custom client: it extends no design, and has only axes that the client leaves
  /// free.
  private var clientOutput: JSONOutput {
    .object(
      [.init("name", .string(head))] + nonDefaultAxes.filter { !isVaried($0.key) } + variedOutput)
  }

  /// The name without the suffix of a grid.
  private var head: String { name.split(separator: " ").first.map(String.init) ?? name }

  /// The varied axes of a grid's member, as a grid with one member.
  private var variedOutput: [JSONOutput.Member] {
    let lists = variedAxes.members(of: self).map { JSONOutput.Member($0.key, [$0.value]) }
    return lists.isEmpty ? [] : [.init("vary", .object(lists))]
  }

  private func isVaried(_ axis: String) -> Bool { variedAxes.contains { $0.name == axis } }

  /// The axes in the name of a grid's member, in order; empty for any other design.
  private var variedAxes: [Field<Design>] {
    name.split(separator: " ").dropFirst().map { part in
      let axis = DesignAxes.all.first { part.hasPrefix($0.name + "=") }
      guard let axis else { preconditionFailure("a name with a space is that of a grid's member") }
      return axis
    }
  }
}

extension Expectation.Claim {
  /// The claim as a case declares it; nil if it is not about the single user of a case.
  var caseOutput: JSONOutput? {
    guard case .ending(let design, let charges, let flags) = self else { return nil }
    return [
      "design": .string(design), "charges": .array(charges.map(\.output)),
      "flags": .array(CaseFlag.allCases.filter(flags.contains).map { .string($0.rawValue) }),
    ]
  }
}
