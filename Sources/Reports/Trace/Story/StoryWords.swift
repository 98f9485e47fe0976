import EventEngine
package import PurchaseWorld
import Scenarios

/// The words for everything that can happen: the one place that knows them.
struct StoryWords {
  let language: Language
  let catalog: Catalog
  let wishes: [Intent]
  /// The planned faults of the user: kind, and the fault with its parameters in words.
  let faults: [(kind: FaultKind, words: String)]
  let charges: [Story.Charge]

  /// What is said of a moment: who acts, who is told, what, by which rules.
  struct Saying {
    var actor: Party
    var receiver: Party?
    var text: String
    var rules: [String]

    init(_ actor: Party, to receiver: Party? = nil, _ text: String, rules: [String]) {
      (self.actor, self.receiver, self.text, self.rules) = (actor, receiver, text, rules)
    }

    init(_ actor: Party, _ text: String, _ rules: String...) {
      self.init(actor, text, rules: rules)
    }

    init(_ actor: Party, _ receiver: Party, _ text: String, _ rules: String...) {
      self.init(actor, to: receiver, text, rules: rules)
    }
  }

  /// A moment of a life in words.
  func event(_ entry: Trace.Entry) -> TraceEvent {
    var kind = TraceEvent.Kind.plain
    switch entry.moment {
    case .faultStruck: kind = .fault
    case .dropped(let transaction, let point):
      kind = isLost(transaction, at: point) ? .drop : .plain
    default: break
    }
    let saying = saying(entry.moment)
    return TraceEvent(
      time: entry.time, actor: saying.actor, receiver: saying.receiver, text: saying.text,
      rules: saying.rules, kind: kind, moment: entry.moment)
  }

  /// An outage of all users in words.
  func event(_ outage: Outage) -> TraceEvent {
    let lasts = Numerals.exact(outage.lasts)
    let text =
      outage.target == .backend
      ? language("outage of backend, lasts {0}", lasts)
      : language("outage of storeCheck, lasts {0}", lasts)
    return TraceEvent(
      time: outage.from, actor: outage.actor, text: text, rules: [], kind: .fault)
  }

  /// The charges that are lost by their state at the horizon, which no moment names.
  ///
  /// - Parameter told: what happened before.
  func losses(at horizon: Instant, told: [TraceEvent]) -> [TraceEvent] {
    charges.compactMap { charge in
      guard case .lost(_, let point) = charge.outcome.fate,
        !told.contains(where: { $0.moment == .dropped(transaction: charge.transaction, point) })
      else { return nil }
      return TraceEvent(
        time: horizon, actor: point.actor,
        text: language(
          "{0} is lost as things stand at the horizon: {1}", name(charge.transaction),
          language.named(point.rawValue)), rules: point.rules, kind: .drop)
    }
  }

  /// Whether a charge is lost where it was dropped, or was until a human helped.
  func isLost(_ transaction: TransactionID, at point: DropPoint) -> Bool {
    charges.contains {
      guard $0.transaction == transaction else { return false }
      if case .lost(_, let last) = $0.outcome.fate { return last == point }
      return $0.outcome.fate == .rescued
    }
  }

  func name(_ transaction: TransactionID) -> String { Story.name(of: transaction) }

  /// The name of the item that a wish is for.
  func item(of wish: IntentID) -> String { catalog.items[wishes[wish.place].item].name }

  func item(_ item: ItemID) -> String { catalog.items[item.place].name }

  /// Accounts are named by letters; a device's is nobody's (C10).
  func holder(_ account: AccountID) -> String {
    if account.isDevice { return language("the device") }
    return language("account {0}", String(UnicodeScalar(UInt8(ascii: "A") + UInt8(account.number))))
  }

  /// What the backend is asked for: of all that waits, or of a transaction.
  func request(_ kind: RequestKinds, _ transaction: TransactionID?) -> String {
    let what = language.named(kind == .verify ? "verify" : "createOrder")
    return switch (kind, transaction) {
    case (.records, let id?): language("records to bind {0}", name(id))
    case (.records, nil): language("waiting records")
    case (_, let id?): language("{0} for {1}", what, name(id))
    case (_, nil): what
    }
  }

  /// A fault with its parameters: their names, and their values as the scenario format writes them; what
  /// happens by chance has none.
  static func words(
    _ kind: FaultKind, _ parameters: [(name: String, value: String?)], _ language: Language
  ) -> String {
    language.list(
      [language.named(kind.rawValue)]
        + parameters.map { name, value in
          // Whatever parameters there are, their names with a place for the value are phrases.
          guard let value else { return language.translated(name) }
          return Phrase.filled(language.translated(name + " {0}"), [language.named(value)])
        })
  }
}

extension Outage {
  /// Who does not answer meanwhile.
  var actor: Party { target == .backend ? .backend : .store }
}

extension Story {
  /// Transactions are named in the order of their making.
  package static func name(of transaction: TransactionID) -> String { "T\(transaction.number + 1)" }
}
