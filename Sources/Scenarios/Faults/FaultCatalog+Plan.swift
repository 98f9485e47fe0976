import EventEngine
package import JSONText
package import PurchaseWorld

/// Planned faults as the format writes them, and as text for people.
extension FaultCatalog {
  /// A planned fault as the plan of a case writes it.
  ///
  /// The moment is always written; other keys only if they differ from their defaults.
  /// - Parameter behavior: the users of the case, which give the default of `reopens`.
  package static func output(_ planned: PlannedFault, _ behavior: Behavior) -> JSONOutput {
    let description = planned.fault.properties
    let isDelayed = planned.after > .zero
    let defaults = description.defaults(behavior, isDelayed: isDelayed)
    var parameters = defaults
    parameters.update(from: planned.fault)
    return .object(
      present: [
        "fault": .string(description.kind.rawValue),
        "intent": planned.intentIndex > 0 ? .integer(planned.intentIndex + 1) : nil,
        "at": FaultDraft.output(planned.anchor),
        "after": isDelayed ? .string(planned.after.words) : nil,
      ], description.parameters.members(of: parameters, unlike: defaults))
  }

  /// A fault with its parameters for people, such as `crash, reopens 1m`; probabilities of 0 are
  /// omitted.
  /// - Parameter store: the store in which the fault occurs, which decides what is omitted.
  package static func words(_ fault: Fault, in store: Design.StoreKind = .storeKit1) -> String {
    let parameters = parameters(of: fault, in: store).map {
      [$0, $1].compactMap(\.self).joined(separator: " ")
    }
    return ([fault.kind.rawValue] + parameters).joined(separator: ", ")
  }

  /// The parameters of a fault for people, as in the format. A probability above 0 has no value,
  /// and a probability of 0 is omitted.
  /// - Parameter store: the store in which the fault occurs, which decides what is omitted.
  /// - Parameter isRounded: whether long durations are rounded for people.
  package static func parameters(
    of fault: Fault, in store: Design.StoreKind = .storeKit1, isRounded: Bool = false
  ) -> [(name: String, value: String?)] {
    var parameters = fault.parameters
    // The default, which is omitted, depends on the store (S7, G7).
    parameters.payloadDropProbability =
      parameters.payloadDropProbability ?? (store == .playBilling ? .never : .always)
    return fault.properties.parameters.compactMap { field in
      // A signed payload is empty on both sides, at once and permanently (K8, G8).
      if field.name == "from", store != .storeKit1 { return nil }
      if field.name == "reopens", case .interruption(let interruption) = fault, !interruption.kills
      {
        return nil
      }
      return switch (field.kind, field.value(in: parameters)) {
      case (_, nil): nil
      case (.probability, .number(let share)): share > 0 ? (field.name, nil) : nil
      case (_, .string(let text)):
        (field.name, (isRounded ? Delay(words: text) : nil)?.shortWords ?? text)
      case (_, let value?): (field.name, value.line)
      }
    }
  }
}

extension Population.Script {
  /// The taps and faults as the plan of a case writes them: a list from which this script can be
  /// read.
  ///
  /// Faults are in the order of their declarations; reading numbers the declarations from 0.
  /// - Precondition: as in every script from a file, each intent has a tap, intents are numbered in
  ///   the order of their first taps, and all taps are in the first visit.
  /// - Parameter conditions: the world of the case, with the names of the items.
  package func planOutput(_ conditions: Conditions) -> JSONOutput {
    var intentCount = 0
    let tapOutputs = taps.map { tap -> JSONOutput in
      precondition(tap.visitIndex == 0, "a plan has taps of the first visit only")
      precondition(
        tap.intentIndex <= intentCount, "a plan numbers its intents in the order of their taps")
      let isNew = tap.intentIndex == intentCount
      if isNew { intentCount += 1 }
      let item = conditions.catalog.items[intents[tap.intentIndex].itemIndex].name
      return .object(present: [
        "tap": .integer(tap.intentIndex + 1),
        "time": tap.after > .zero ? .string(tap.after.words) : nil,
        "item": isNew ? .string(item) : nil, "decides": tap.pays ? nil : .string("cancel"),
      ])
    }
    precondition(intentCount == intents.count, "each intent of a plan has a tap")
    let order = plannedFaults.sorted { $0.declarationIndex < $1.declarationIndex }
    return .array(tapOutputs + order.map { FaultCatalog.output($0, conditions.behavior) })
  }
}
