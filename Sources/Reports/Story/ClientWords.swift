import EventEngine
package import Experiments
import JSONText
import PurchaseWorld
import Scenarios

/// What is said of a team's own client.
package enum ClientWords {
  /// What a team's own client did, and what its team can do.
  static func line(_ misdeed: ClientMisdeed, _ life: EndlessUser, _ language: Language) -> String {
    let name = life.design.escapingControls
    let whose =
      life.user.map { language("in the life of user {0} under '{1}'", UserNumber.text($0), name) }
      ?? language("in the life under '{0}'", name)
    let struck = life.divergence?.addedFault.map { fault in
      language(
        "{0}, which the fault '{1}' of the scenario strikes for this comparison", whose,
        fault.rawValue)
    }
    return language("{0} {1}", struck ?? whose, what(misdeed, differing: life.divergence, language))
  }

  /// The same without whose life it is.
  /// - Parameter divergence: what differs in a life that is played again.
  static func what(
    _ misdeed: ClientMisdeed, differing divergence: Divergence? = nil, _ language: Language
  ) -> String {
    switch misdeed {
    case .standsStill:
      language("the client goes on and on while no time passes; expected it to wait for something")
    case .outlivesDeath:
      language(
        "the client goes on and on after its process has died; expected a task that ends when what it waits for"
          + " throws CancellationError")
    case .leavesBehind:
      language(
        "something of the client is left when its process has died: a task that waits for a continuation or a"
          + " stream of its own, a global variable, or objects that hold one another; expected 'letGo' to end it"
      )
    case .tooManyTasks:
      language(
        "more than {0} tasks of the client wait at once; expected few",
        Numerals.count(ClientMisdeed.mostWaiting))
    case .diverges: diverges(divergence, language)
    case .keepsGlobalState: keepsGlobalState(divergence, language)
    case .storesTooMuch:
      language(
        "the client stores more than {0} keys or {1} bytes in the keychain or the sandbox; expected"
          + " it to remove what it needs no more", Numerals.count(ClientMisdeed.mostKeys),
        Numerals.count(ClientMisdeed.mostStored))
    case .changesDirectory:
      language(
        "the client changes the current directory of the process, on which paths of the command"
          + " depend; expected absolute paths")
    case .wantsStoreKit1, .wantsStoreKit2, .wantsPlayBilling:
      language(
        "the client is written for {0}, and its design sells with another store; expected that store"
          + " as 'store' beside its 'client' (without 'store' a design sells with storeKit1)",
        misdeed.wantedStore?.word ?? "")
    }
  }

  private static func diverges(_ divergence: Divergence?, _ language: Language) -> String {
    let reasons = language(
      "expected a client that uses nothing but its device: no order of a set, no global or static"
        + " variable, no singleton, no clock, chance or thread of its own; with two workers the"
        + " result would be another one")
    guard let divergence else {
      return language("the client comes to something else when it is played again; {0}", reasons)
    }
    return language(
      "the client does something else when it is played again, {0} after the start: first ({1}),"
        + " then ({2}); {3}", at(divergence, language),
      words(divergence.first, divergence.firstLines, divergence, language),
      words(divergence.second, divergence.secondLines, divergence, language), reasons)
  }

  private static func keepsGlobalState(_ divergence: Divergence?, _ language: Language) -> String {
    let reasons = language(
      "likely causes: a global or static variable, a singleton ('static let shared'), UserDefaults,"
        + " a file; expected state in objects of the client, which die with it, or in"
        + " 'device.keychain' and 'device.sandbox'; with two workers the result would be another one"
    )
    guard let divergence else {
      return language(
        "something that the client keeps outlives its process: with other users between two of its"
          + " processes the client comes to something else; {0}", reasons)
    }
    return language(
      "something that the client keeps outlives its process: with other users between two of its"
        + " processes it does something else, {0} after the start: ({1}) without them, ({2}) with"
        + " them; {3}", at(divergence, language),
      words(divergence.first, divergence.firstLines, divergence, language),
      words(divergence.second, divergence.secondLines, divergence, language), reasons)
  }

  private static func at(_ divergence: Divergence, _ language: Language) -> String {
    Numerals.time(divergence.time - .start, language)
  }

  /// Who does what at a moment, as a trace tells it.
  private static func words(
    _ moment: Trace.Moment?, _ lines: [String], _ divergence: Divergence, _ language: Language
  ) -> String {
    guard let moment else { return language("nothing") }
    let store = divergence.store
    var words = StoryWords(
      of: divergence.user, in: divergence.conditions, store, language,
      { FaultCatalog.parameters(of: $0, in: store, isRounded: true) })
    words.lines = lines
    let event = words.saying(moment)
    return language("{0}: {1}", event.actor.name(language), event.text.escapingControls)
  }

  /// What a client takes from the real world, and what its team can take instead.
  package static func line(_ use: ClientRehearsal.Use, _ language: Language) -> String {
    let (name, user) = (use.design.escapingControls, UserNumber.text(use.user))
    let times = Numerals.count(use.times)
    return switch use.use {
    case .clock:
      language(
        "design '{0}': its client reads the real clock ({1} times in the life of user {2}), and is given that"
          + " of the life; expected 'device.clock'", name, times, user)
    case .chance:
      language(
        "design '{0}': its client draws real chance ({1} times in the life of user {2}), and is given that of"
          + " the life; expected 'device.random'", name, times, user)
    case .sleep:
      language(
        "design '{0}': its client blocks its thread to sleep ({1} times in the life of user {2}), for which no"
          + " time passes; expected 'device.clock.sleep'", name, times, user)
    case .process:
      language(
        "design '{0}': its client reads the number of its process ({1} times in the life of user {2}), and is"
          + " given one of the life; expected 'device.random'", name, times, user)
    }
  }
}
