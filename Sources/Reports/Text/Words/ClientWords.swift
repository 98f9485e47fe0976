import EventEngine
package import Experiments
import JSONText
import PurchaseWorld

/// What is said of a team's own client.
package enum ClientWords {
  /// What a team's own client did, and what its team can do.
  static func line(
    _ misdeed: ClientMisdeed, _ life: EndlessUser, _ language: Language
  ) -> String {
    let name = life.design.escapingControls
    let whose =
      life.user.map { language("in the life of user {0} under '{1}'", UserNumber.text($0), name) }
      ?? language("in the life under '{0}'", name)
    return language("{0} {1}", whose, what(misdeed, parts: life.parts, language))
  }

  /// The same without whose life it is.
  /// - Parameter time: when a life that is played again becomes another one.
  static func what(
    _ misdeed: ClientMisdeed, parts time: Instant? = nil, _ language: Language
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
    case .diverges: divergence(time, language)
    }
  }

  private static func divergence(_ time: Instant?, _ language: Language) -> String {
    let reasons = language(
      "expected a client that uses nothing but its device: no order of a set, no global variable, no"
        + " clock, chance or thread of its own")
    guard let time else {
      return language("the client comes to something else when it is played again; {0}", reasons)
    }
    let at = Numerals.time(time - .start, language)
    return language(
      "the client does something else when it is played again, {0} after the start; {1}", at,
      reasons)
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
    }
  }
}
