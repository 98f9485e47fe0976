package import EventEngine
package import PurchaseWorld

/// One thing that happened in a life, in words; every form of a trace is made from these.
package struct TraceEvent: Hashable, Sendable {
  /// What sort of thing happened.
  package enum Kind: String, CaseIterable, Sendable {
    /// What would happen to others, too.
    case plain
    /// A misfortune of the plan or of the scenario.
    case fault
    /// From here on a charge could not come right.
    case drop
  }

  /// When, since the start of the run.
  package var time: Instant
  package var actor: Party
  /// Who is told, if it is a message; nil if the actor keeps it for itself.
  package var receiver: Party?
  /// What happened, in the language of the story, without the actor and without rules.
  package var text: String
  /// The numbers of the rules that decide, such as `C5`.
  package var rules: [String]
  package var kind: Kind
  /// What the world noted; nil for what it did not: a shared outage, the state at the horizon.
  package var moment: Trace.Moment?

  /// The text with its rules behind it, in parentheses.
  func words(_ language: Language) -> String {
    rules.isEmpty ? text : language.joined(text, citation(language))
  }

  /// Whether it answers what was asked before.
  var isReply: Bool { if case .answered? = moment { true } else { false } }

  func citation(_ language: Language) -> String { language("({0})", language.list(rules)) }
}

extension Party {
  /// Those who stand side by side in a sequence diagram.
  package static let participants: [Party] = [.user, .app, .store, .backend]

  /// What the party is called.
  func name(_ language: Language) -> String {
    switch self {
    case .user: language("user")
    case .app: language("app")
    case .store: language("store")
    case .backend: language("backend")
    case .link: language("link")
    }
  }
}
