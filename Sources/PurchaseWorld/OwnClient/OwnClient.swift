/// A team's own client in the world: what its process learns comes as a ``ClientMoment``, and what it does
/// goes through the ``ClientPort`` that comes with it.
///
/// One serves life after life, so that it can keep its storage. It is not shared between threads.
package protocol OwnClient: AnyObject {
  /// Something has happened of which the client's process learns, or the process itself begins or ends.
  ///
  /// It is met until the client waits for something that comes with another moment. A moment may come while
  /// another is met: what the client does can have an answer at once.
  func meet(_ moment: ClientMoment, _ port: ClientPort)
  /// Whether the client waits for time to pass: for nothing else the calendar would go on.
  var isWaiting: Bool { get }
  /// Lets everything that must not matter to a client (the order of sets, addresses) be otherwise than before.
  /// - Parameter between: is called before every start of its process, outside of any moment: it may play other
  ///   lives on this thread. Nil: all is as it was.
  func disturb(_ between: (() -> Void)?)
  /// What of the real world the client has used in the life that was played last, and how often.
  var uses: [(use: RealUse, times: Int)] { get }
}

/// In which order the ready tasks of a team's own client go on.
package enum Scheduling: String, Hashable, CaseIterable, Sendable {
  /// As they became ready.
  case inOrder
  /// As the luck of the user has it: a race that can be lost is lost in some lives.
  case seeded
}

extension Design {
  /// The greatest number of an order in which ready tasks go on.
  package static var mostInterleavings: Int { 1_000_000 }

  /// A design with a client, and the same with so many drawn orders of its ready tasks in all; without a client
  /// it is alone.
  package func interleaved(_ count: Int) -> [Design] {
    guard client != nil else { return [self] }
    return [self]
      + (0..<max(0, count - 1)).map { number in
        var other = interleaved(as: number + 1)
        other.name = name(interleavedAs: number + 1)
        return other
      }
  }

  /// The same with one order of the ready tasks of its client; without a client it is as it was.
  package func interleaved(as number: Int) -> Design {
    var other = self
    if client != nil { (other.scheduling, other.interleaving) = (.seeded, number) }
    return other
  }

  /// What it is called among others that differ in that order.
  package func name(interleavedAs number: Int) -> String { "\(name), interleaving \(number)" }
}

/// What a client has no use for in a simulation, and gets from the life instead.
package enum RealUse: String, Hashable, CaseIterable, Sendable {
  /// The clock of the system, or of Swift's runtime.
  case clock
  /// The system's chance.
  case chance
  /// A sleep that blocks its thread.
  case sleep
  /// The number of the process.
  case process
}

/// What the process of a client learns.
package enum ClientMoment: Sendable {
  /// A life begins; nothing of another is there any more.
  /// - Parameter order: from which the order of ready tasks is drawn; nil: they go on as they became ready.
  case lifeBegins(user: UInt64, order: UInt64?)
  /// It is over: whatever is left of the process comes to its end.
  case lifeEnded
  /// A new process is ready.
  case launched
  /// The user taps Buy, and the app handles it.
  case tapped(FlowID, ItemID, ProductID)
  /// The store tells how a payment stands.
  /// - Parameter call: the payment whose call ends with it, if one does (K2); nil: it comes by itself.
  case news(StoreNews, of: TransactionID, endsCall: TransactionID?)
  /// The backend has answered, the link has failed, or nothing came in time.
  case answered(RequestID, Answer)
  /// The task that awaited the call of a payment is gone, with its screen (fault `taskCancelled`).
  case callLost(TransactionID)
  /// A time is over for which the client waited, by the number that it has given.
  case woke(Int32)
  /// The user tries a payment again from the page that listed it (C9).
  case retriedByHand(TransactionID)
  case cameToFront, wentToBackground, accountChanged, linkCameUp
  /// The service of Play is gone, until the client connects again, or can be connected again (G12).
  case serviceLost, serviceUp
  /// The process is gone, with all that it held (D1).
  case died
  /// The installation is gone, and the keychain too if so (D2).
  case wiped(keychain: Bool)
}

/// Where a client is played: what its team knows of the shop.
package struct ClientSetting: Sendable {
  package let catalog: Catalog
  package let store: Design.StoreKind
}

/// Names a team's client, and makes its part in the world. Two with one name are the same.
package final class ClientReference: Hashable, Sendable {
  /// The name by which scenarios know it.
  package let name: String
  private let maker: @Sendable (ClientSetting) -> any OwnClient

  package init(name: String, maker: @escaping @Sendable (ClientSetting) -> any OwnClient) {
    (self.name, self.maker) = (name, maker)
  }

  /// Makes a part for one thread.
  package func make(_ setting: ClientSetting) -> any OwnClient { maker(setting) }

  package static func == (left: ClientReference, right: ClientReference) -> Bool {
    left.name == right.name
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
