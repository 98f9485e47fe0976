/// A team's own purchase code, behind which stands an app or a simulation.
///
/// A new client is made for every process: when the app is killed, all that it holds in memory is gone, and
/// only what it has written to ``Device/keychain`` and ``Device/sandbox`` is there for the next one. Its code is
/// ordinary: actors, tasks, `async`. What it must not do is reach around the device: another clock, another
/// source of chance, a global or static variable, a singleton, `UserDefaults` or a file is not part of what dies, and
/// not the same when a life is played again.
public protocol PurchaseClient: AnyObject, Sendable {
  /// The app has started, and the user sees it. Called once, first.
  func launched() async

  /// The user taps Buy.
  /// - Returns: what the user is told when the tap has come to its end. While it has not, an interface that
  ///   blocks shows its spinner.
  func buy(_ item: Item) async -> Shown

  /// The app is in front again.
  func becameActive() async
  /// The user has left; nothing runs until the app is in front again.
  func enteredBackground() async
  /// Somebody has logged in, or nobody is any more.
  func accountChanged(to account: Account?) async
  /// The network is there again.
  func networkCameBack() async

  /// The user tries again, by hand, what ``Device/showRecoveryPage`` has listed.
  /// - Parameter transaction: the store's identifier.
  func retryByHand(_ transaction: String) async

  /// Only in a simulation, after the process has died: ends what the client itself keeps waiting (its own
  /// continuations and streams), so that its tasks can end. Effects do nothing any more.
  func letGo() async
}

extension PurchaseClient {
  public func becameActive() async {}
  public func enteredBackground() async {}
  public func accountChanged(to account: Account?) async {}
  public func networkCameBack() async {}
  public func retryByHand(_ transaction: String) async {}
  public func letGo() async {}
}

/// What a user is told at the end of a tap.
public enum Shown: String, Hashable, CaseIterable, Sendable {
  /// The goods are there.
  case delivered
  /// The payment is not decided, or the goods will come later.
  case pending
  /// The user has cancelled, so far as the app knows.
  case cancelled
  /// Something went wrong.
  case failed
  /// The app does not sell that now.
  case refused
}

/// What a client can reach of the device, the store and the backend.
public final class Device: Sendable {
  /// The store of the app, as the interface that it has.
  public let store: StoreInterface
  /// The team's backend.
  public let server: any Server
  /// What outlives the process and the installation, though not the device.
  public let keychain: any Storage
  /// What outlives the process.
  public let sandbox: any Storage
  /// The only clock.
  public let clock: any Clock<Duration>
  /// Who is logged in.
  public let account: @Sendable () -> Account?
  /// Asks the user to log in again, because the session has expired; ``PurchaseClient/accountChanged(to:)`` tells
  /// when somebody has.
  public let askForLogin: @Sendable () -> Void
  /// Lists a transaction, by the store's identifier, on a page where the user can try again.
  public let showRecoveryPage: @Sendable (String) -> Void
  /// Chance, for waits that must not be alike: a number from 0 up to 1.
  public let random: @Sendable () -> Double
  /// Writes a line for whoever reads the story of a life, or a log.
  public let print: @Sendable (String) -> Void

  public init(
    store: StoreInterface, server: any Server, keychain: any Storage, sandbox: any Storage,
    clock: any Clock<Duration>, account: @escaping @Sendable () -> Account?,
    askForLogin: @escaping @Sendable () -> Void,
    showRecoveryPage: @escaping @Sendable (String) -> Void,
    random: @escaping @Sendable () -> Double, print: @escaping @Sendable (String) -> Void
  ) {
    (self.store, self.server) = (store, server)
    (self.keychain, self.sandbox, self.clock) = (keychain, sandbox, clock)
    (self.account, self.askForLogin, self.showRecoveryPage) = (
      account, askForLogin, showRecoveryPage
    )
    (self.random, self.print) = (random, print)
  }
}

/// The store of an app, in its own terms.
public enum StoreInterface: Sendable {
  case storeKit1(any PaymentQueue)
  case storeKit2(any StoreKit2)
  case playBilling(any BillingClient)

  /// The queue of StoreKit 1.
  /// - Precondition: the app sells with it.
  public var paymentQueue: any PaymentQueue {
    if case .storeKit1(let queue) = self { return queue }
    if let simulated { return simulated.refusedPaymentQueue() }
    refuse("the payment queue of StoreKit 1", key: "storeKit1")
  }

  /// StoreKit 2.
  /// - Precondition: the app sells with it.
  public var storeKit2: any StoreKit2 {
    if case .storeKit2(let store) = self { return store }
    if let simulated { return simulated.refusedStoreKit2() }
    refuse("StoreKit 2", key: "storeKit2")
  }

  /// Play Billing.
  /// - Precondition: the app sells with it.
  public var billingClient: any BillingClient {
    if case .playBilling(let client) = self { return client }
    if let simulated { return simulated.refusedBillingClient() }
    refuse("Play Billing", key: "playBilling")
  }

  /// The store of a simulation; nil in an app.
  private var simulated: (any SimulatedStore)? {
    switch self {
    case .storeKit1(let queue): queue as? any SimulatedStore
    case .storeKit2(let store): store as? any SimulatedStore
    case .playBilling(let client): client as? any SimulatedStore
    }
  }

  /// Ends a client that is written for another store than the app has.
  private func refuse(_ wanted: String, key: String) -> Never {
    let sold =
      switch self {
      case .storeKit1: "storeKit1"
      case .storeKit2: "storeKit2"
      case .playBilling: "playBilling"
      }
    fatalError(
      """
      this client is written for \(wanted), and what it is played in sells with "store": "\(sold)"; expected \
      "store": "\(key)" beside its "client" in the scenario (without "store" a design sells with storeKit1)
      """)
  }
}

/// A store of a simulation, which reports a client that is written for another one instead of ending the process.
///
/// Each method reports it, and returns an interface that does nothing.
package protocol SimulatedStore {
  func refusedPaymentQueue() -> any PaymentQueue
  func refusedStoreKit2() -> any StoreKit2
  func refusedBillingClient() -> any BillingClient
}
