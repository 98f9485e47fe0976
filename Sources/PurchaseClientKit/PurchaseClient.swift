/// A team's purchase code, which runs in an app or in a simulation.
///
/// Every process has a new client: when the app is killed, its memory is lost, and only
/// ``Device/keychain`` and ``Device/sandbox`` remain for the next client. The code is ordinary
/// Swift: actors, tasks, `async`. It must not bypass the device. Another clock or random source, a
/// global or static variable, a singleton, `UserDefaults` and files survive the simulated process,
/// and differ when a simulation is replayed.
public protocol PurchaseClient: AnyObject, Sendable {
  /// Called once, first, when the app has started and is visible.
  func launched() async

  /// Called when the user taps Buy.
  /// - Returns: the outcome shown to the user at the end of the tap. Until then, a blocking
  ///   interface shows its spinner.
  func buy(_ item: Item) async -> ShownOutcome

  /// Called when the app has returned to the foreground.
  func becameActive() async
  /// Called when the user has left the app; nothing runs until it returns to the foreground.
  func enteredBackground() async
  /// Called when an account has logged in, or the account has logged out (nil).
  func accountChanged(to account: Account?) async
  /// Called when the network is available again.
  func networkCameBack() async

  /// Called when the user retries a transaction that ``Device/showRecoveryPage`` has listed.
  /// - Parameter transaction: the store's identifier.
  func retryByHand(_ transaction: String) async

  /// Called only in a simulation, after the process has died. Resume your own continuations and
  /// finish your own streams here, so that tasks can end. Effects are ignored.
  func releaseResources() async
}

extension PurchaseClient {
  public func becameActive() async {}
  public func enteredBackground() async {}
  public func accountChanged(to account: Account?) async {}
  public func networkCameBack() async {}
  public func retryByHand(_ transaction: String) async {}
  public func releaseResources() async {}
}

/// The outcome shown to the user at the end of a tap.
public enum ShownOutcome: String, Hashable, CaseIterable, Sendable {
  /// The goods were delivered.
  case delivered
  /// The payment is undecided, or the goods will be delivered later.
  case pending
  /// The user cancelled, as far as the app can determine.
  case cancelled
  /// An error occurred.
  case failed
  /// The app does not sell the item now.
  case refused
}

/// The interface of a client to the device, the store and the backend.
public final class Device: Sendable {
  /// The interface of the app's store.
  public let store: StoreInterface
  /// The team's backend.
  public let backend: any Backend
  /// Storage that survives the process and a reinstallation, but not a change of the device.
  public let keychain: any Storage
  /// Storage that survives the process.
  public let sandbox: any Storage
  /// The only clock.
  public let clock: any Clock<Duration>
  /// Returns the account that is logged in; nil if there is none.
  public let account: @Sendable () -> Account?
  /// Asks the user to log in again after the session has expired.
  /// ``PurchaseClient/accountChanged(to:)`` reports the login.
  public let askForLogin: @Sendable () -> Void
  /// Lists a transaction, by the store's identifier, on a page where the user can retry it.
  public let showRecoveryPage: @Sendable (String) -> Void
  /// Returns a random number from 0 up to 1, for example to vary delays.
  public let random: @Sendable () -> Double
  /// Writes a line to the timeline of a simulation, or to a log.
  public let print: @Sendable (String) -> Void

  public init(
    store: StoreInterface, backend: any Backend, keychain: any Storage, sandbox: any Storage,
    clock: any Clock<Duration>, account: @escaping @Sendable () -> Account?,
    askForLogin: @escaping @Sendable () -> Void,
    showRecoveryPage: @escaping @Sendable (String) -> Void,
    random: @escaping @Sendable () -> Double, print: @escaping @Sendable (String) -> Void
  ) {
    (self.store, self.backend) = (store, backend)
    (self.keychain, self.sandbox, self.clock) = (keychain, sandbox, clock)
    (self.account, self.askForLogin) = (account, askForLogin)
    (self.showRecoveryPage, self.random, self.print) = (showRecoveryPage, random, print)
  }
}

/// The store of an app, with its own interface.
public enum StoreInterface: Sendable {
  case storeKit1(any PaymentQueue)
  case storeKit2(any StoreKit2)
  case playBilling(any BillingClient)

  /// The payment queue of StoreKit 1.
  /// - Precondition: the app sells with it.
  public var paymentQueue: any PaymentQueue {
    if case .storeKit1(let queue) = self { return queue }
    if let simulated { return simulated.inertPaymentQueue() }
    refuse("the payment queue of StoreKit 1", key: "storeKit1")
  }

  /// StoreKit 2.
  /// - Precondition: the app sells with it.
  public var storeKit2: any StoreKit2 {
    if case .storeKit2(let store) = self { return store }
    if let simulated { return simulated.inertStoreKit2() }
    refuse("StoreKit 2", key: "storeKit2")
  }

  /// Play Billing.
  /// - Precondition: the app sells with it.
  public var billingClient: any BillingClient {
    if case .playBilling(let client) = self { return client }
    if let simulated { return simulated.inertBillingClient() }
    refuse("Play Billing", key: "playBilling")
  }

  /// The simulated store; nil in an app.
  private var simulated: (any SimulatedStore)? {
    switch self {
    case .storeKit1(let queue): queue as? any SimulatedStore
    case .storeKit2(let store): store as? any SimulatedStore
    case .playBilling(let client): client as? any SimulatedStore
    }
  }

  /// Ends a client that was written for another store.
  private func refuse(_ wanted: String, key: String) -> Never {
    let sold =
      switch self {
      case .storeKit1: "storeKit1"
      case .storeKit2: "storeKit2"
      case .playBilling: "playBilling"
      }
    fatalError(
      """
      this client is written for \(wanted), but the design sells with "store": "\(sold)"; expected \
      "store": "\(key)" beside its "client" in the scenario (the default store is storeKit1)
      """)
  }
}

/// A simulated store. It reports a client that uses another store's interface instead of ending the
/// process.
///
/// Each method reports the error and returns an interface without effects.
package protocol SimulatedStore {
  func inertPaymentQueue() -> any PaymentQueue
  func inertStoreKit2() -> any StoreKit2
  func inertBillingClient() -> any BillingClient
}
