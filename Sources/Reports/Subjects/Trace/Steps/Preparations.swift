import EventEngine
import JSONText
import PurchaseWorld
import Scenarios

/// Preparations of a tester before the first step.
enum Preparations {
  /// Accounts that are logged in, unless it is the same one throughout.
  static func accounts(in story: AnnotatedTrace) -> [AccountID] {
    let next = story.events.compactMap { event in
      if case .accountSwitched(let account)? = event.occurrence { account } else { nil }
    }
    return next.isEmpty ? [] : Set(next + [.own]).sorted { $0.number < $1.number }
  }

  /// - Parameter accounts: accounts that are logged in, unless it is the same one throughout.
  static func lines(
    _ conditions: Conditions, accounts: [AccountID], _ tools: TesterTools
  ) -> [String] {
    let language = tools.language
    var all: [String] = []
    if conditions.behavior.guestShare == .always {
      all.append(language("log out: a guest buys"))
    } else if !accounts.isEmpty {
      all.append(language("log in as {0}", TraceText.holder(.own, language)))
    }
    for call in conditions.calls {
      if call.failureProbability != .never {
        all.append(language("make the test backend, or a proxy, fail every call '{0}'", call.name))
      } else if !call.answer.isEmpty {
        all.append(
          language(
            "make the test backend answer every call '{0}' with: {1}", call.name, call.answer))
      }
      if call.takes != NamedCall(name: "").takes {
        all.append(
          language(
            "make the test backend, or a proxy, take {0} for every call '{1}'",
            tools.words(call.takes.median), call.name))
      }
    }
    if all.isEmpty { return [] }
    return [language("Before step 1:")] + all.map { "  " + $0.escapingControls } + [""]
  }
}
