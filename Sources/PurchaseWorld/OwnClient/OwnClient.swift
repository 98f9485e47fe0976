/// A team's own client: it receives each ``ClientEvent`` with a ``ClientPort`` for its actions.
///
/// One client serves run after run and may keep its storage. It is not shared between threads.
package protocol OwnClient: AnyObject {
  /// Handles an event of the client's process, or the start or end of the process.
  ///
  /// It returns when the client waits for another moment. Moments can be nested: answers can be
  /// instant.
  func handle(_ moment: ClientEvent, _ port: ClientPort)
  /// Whether the client waits for time to pass, which alone keeps the calendar running.
  var isWaiting: Bool { get }
  /// Varies everything that must not influence a client (the order of sets, addresses).
  /// - Parameter between: called before every start of its process, outside of any moment; it may
  ///   simulate other runs on this thread. Nil ends the variation.
  func disturb(_ between: (() -> Void)?)
  /// The resources of the real world that the client used in the last run, and how often.
  var uses: [(resource: RealResource, count: Int)] { get }
}

/// The order in which the ready tasks of a team's own client continue.
package enum Scheduling: String, Hashable, CaseIterable, Sendable {
  /// The order in which they became ready.
  case inOrder
  /// An order from the user's random draws, which reveals race conditions in some runs.
  case seeded
}

extension Design {
  /// The maximum number of an order of ready tasks.
  package static var maxInterleavingNumber: Int { 1_000_000 }

  /// A design with a client, and copies with drawn orders of its ready tasks, `count` in all; a
  /// design without a client is alone.
  package func withInterleavings(count: Int) -> [Design] {
    guard client != nil else { return [self] }
    return [self]
      + (1..<max(1, count)).map { number in
        var other = interleaved(as: number)
        other.name = name(interleavedAs: number)
        return other
      }
  }

  /// The same with one order of its client's ready tasks; without a client it is unchanged.
  package func interleaved(as number: Int) -> Design {
    var other = self
    if client != nil { (other.scheduling, other.interleaving) = (.seeded, number) }
    return other
  }

  /// The name of a design with a numbered order.
  package func name(interleavedAs number: Int) -> String { "\(name), interleaving \(number)" }
}

/// A real resource that a client should not use, because the simulation replaces it.
package enum RealResource: String, Hashable, CaseIterable, Sendable {
  /// The clock of the system, or of Swift's runtime.
  case clock
  /// The system's random numbers.
  case chance
  /// A sleep that blocks its thread.
  case sleep
  /// The number of the process.
  case process
}

/// An event for the process of a client.
package enum ClientEvent: Sendable {
  /// A run begins; nothing is left of earlier runs.
  /// - Parameter order: the seed of the order of ready tasks; nil: as they became ready.
  case runBegan(user: UInt64, order: UInt64?)
  /// The run is over: the rest of the process ends.
  case runEnded
  /// A new process is ready.
  case launched
  /// The user taps Buy, and the app handles it.
  case tapped(FlowID, ItemID, ProductID)
  /// The store reports the state of a payment.
  /// - Parameter call: the payment whose call ends with it, if any (K2); nil: no call ends.
  case news(StoreCallback, of: TransactionID, endsCall: TransactionID?)
  /// The backend has answered, the link has failed, or the time is over.
  case answered(RequestID, BackendAnswer)
  /// The task that awaited the call of a payment is cancelled (fault `taskCancelled`).
  case callLost(TransactionID)
  /// A delay of the client is over, by the number that it has given.
  case woke(Int32)
  /// The user retries a payment from the page that listed it (C9).
  case retriedByHand(TransactionID)
  case cameToFront, wentToBackground, accountChanged, linkCameUp
  /// The service of Play is lost, until the client connects again, or is available again (G12).
  case serviceLost, serviceUp
  /// The process has died, with its memory (D1).
  case died
  /// The installation is lost, and optionally the keychain (D2).
  case wiped(keychain: Bool)
}

/// The environment of a client: catalog and store.
package struct ClientEnvironment: Sendable {
  package let catalog: Catalog
  package let store: Design.StoreKind
}

/// A team's client by name, with its factory. References with the same name are equal.
package final class ClientReference: Hashable, Sendable {
  /// The name in scenarios.
  package let name: String
  private let maker: @Sendable (ClientEnvironment) -> any OwnClient

  package init(name: String, maker: @escaping @Sendable (ClientEnvironment) -> any OwnClient) {
    (self.name, self.maker) = (name, maker)
  }

  /// Creates a client for one thread.
  package func makeClient(in setting: ClientEnvironment) -> any OwnClient { maker(setting) }

  package static func == (left: ClientReference, right: ClientReference) -> Bool {
    left.name == right.name
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
