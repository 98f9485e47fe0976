import EventEngine
package import Experiments
import JSONText
import PurchaseWorld
import Scenarios

/// Messages about a team's own client.
package enum ClientMessages {
  /// The client's misbehaviour and how to fix it.
  static func line(_ violation: ClientViolation, _ runaway: AbortedUser, _ language: Language)
    -> String
  {
    let name = runaway.design.escapingControls
    let intro =
      runaway.user.map {
        language("in the simulation of user {0} under '{1}',", UserNumber.text($0), name)
      } ?? language("in the simulation under '{0}',", name)
    let occurredFaults = runaway.divergence?.addedFault.map { fault in
      language(
        "{0} in which the fault '{1}' of the scenario occurs for this comparison,", intro,
        fault.rawValue)
    }
    return language(
      "{0} {1}", occurredFaults ?? intro,
      message(violation, differing: runaway.divergence, language))
  }

  /// The same message without the user.
  /// - Parameter divergence: what differs when the simulation is repeated.
  static func message(
    _ violation: ClientViolation, differing divergence: Divergence? = nil, _ language: Language
  ) -> String {
    switch violation {
    case .standsStill:
      language(
        "the client keeps running while no simulated time passes; expected it to wait for something"
      )
    case .outlivesDeath:
      language(
        "the client keeps running after its process has ended; expected a task that ends when a"
          + " suspended call throws CancellationError")
    case .leavesBehind:
      language(
        "parts of the client remain after its process has ended: a task that waits for its own"
          + " continuation or stream, a global variable, or a reference cycle of objects; expected"
          + " 'releaseResources' to end them")
    case .tooManyTasks:
      language(
        "more than {0} tasks of the client wait at the same time; expected a few",
        NumberFormat.count(ClientViolation.maxWaitingTasks))
    case .diverges: diverges(divergence, language)
    case .keepsGlobalState: keepsGlobalState(divergence, language)
    case .storesTooMuch:
      language(
        "the client stores more than {0} keys or {1} bytes in the keychain or the sandbox; expected"
          + " it to remove data that it no longer needs",
        NumberFormat.count(ClientViolation.maxKeys),
        NumberFormat.count(ClientViolation.maxStoredBytes))
    case .changesDirectory:
      language(
        "the client changes the current directory of the process, and the command's paths depend on"
          + " it; expected absolute paths")
    case .wantsStoreKit1, .wantsStoreKit2, .wantsPlayBilling:
      language(
        "the client is written for {0}, but its design sells with another store; expected that"
          + " store as 'store' beside its 'client' (a design without 'store' sells with storeKit1)",
        violation.requiredStore?.word ?? "")
    }
  }

  /// Message for a client that behaves differently when its simulation is repeated.
  private static func diverges(_ divergence: Divergence?, _ language: Language) -> String {
    let reasons = language(
      "expected a client that uses only its device: no order of a set, no global or static"
        + " variable, no singleton, no clock, random numbers or threads of its own; with two"
        + " workers the result would differ")
    guard let (time, first, second) = divergence.map({ words($0, language) }) else {
      return language(
        "the client has a different result when the simulation is repeated; {0}", reasons)
    }
    return language(
      "the client behaves differently when the simulation is repeated, {0} after the start: first"
        + " ({1}), then ({2}); {3}", time, first, second, reasons)
  }

  /// Message for a client whose state survives its process.
  private static func keepsGlobalState(_ divergence: Divergence?, _ language: Language) -> String {
    let reasons = language(
      "likely causes: a global or static variable, a singleton ('static let shared'), UserDefaults,"
        + " a file; expected state in objects of the client, which end with its process, or in"
        + " 'device.keychain' and 'device.sandbox'; with two workers the result would differ")
    guard let (time, first, second) = divergence.map({ words($0, language) }) else {
      return language(
        "some state of the client outlives its process: with other users between two of its"
          + " processes, the client has a different result; {0}", reasons)
    }
    return language(
      "some state of the client outlives its process: with other users between two of its"
        + " processes, it behaves differently {0} after the start: ({1}) without them, ({2}) with"
        + " them; {3}", time, first, second, reasons)
  }

  /// Time after the start; actor and event at that time in both simulations, as in a trace.
  private static func words(
    _ divergence: Divergence, _ language: Language
  ) -> (time: String, first: String, second: String) {
    let store = divergence.store
    var words = TraceText(
      of: divergence.user, in: divergence.conditions, store, language,
      { FaultCatalog.parameters(of: $0, in: store, isRounded: true) })
    let text = { (moment: Trace.Occurrence?, lines: [String]) -> String in
      guard let moment else { return language("nothing") }
      words.lines = lines
      let event = words.makeEvent(of: moment)
      return language("{0}: {1}", event.actor.name(language), event.text.escapingControls)
    }
    return (
      NumberFormat.time(divergence.time - .start, language),
      text(divergence.first, divergence.firstLines), text(divergence.second, divergence.secondLines)
    )
  }

  /// Use of the real world by a client, and the simulated replacement.
  package static func line(_ use: ClientCheck.ResourceAccess, _ language: Language) -> String {
    let (name, user) = (use.design.escapingControls, UserNumber.text(use.user))
    let times = NumberFormat.count(use.accessCount)
    return switch use.resource {
    case .clock:
      language(
        "design '{0}': its client reads the real clock ({1} times in the simulation of user {2})"
          + " and receives simulated time instead; expected 'device.clock'", name, times, user)
    case .chance:
      language(
        "design '{0}': its client uses the system's random numbers ({1} times in the simulation of"
          + " user {2}) and receives simulated ones instead; expected 'device.random'", name, times,
        user)
    case .sleep:
      language(
        "design '{0}': its client blocks its thread to sleep ({1} times in the simulation of user"
          + " {2}), and no simulated time passes; expected 'device.clock.sleep'", name, times, user)
    case .process:
      language(
        "design '{0}': its client reads its process identifier ({1} times in the simulation of user"
          + " {2}) and receives a simulated one instead; expected 'device.random'", name, times,
        user)
    }
  }
}
