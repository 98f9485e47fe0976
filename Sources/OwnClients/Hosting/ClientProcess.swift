import PurchaseClientKit
import PurchaseWorld

/// One simulated process of the app: everything in it is lost when the process dies.
///
/// Only one thread uses it, whatever the types of a client state.
final class ClientProcess: @unchecked Sendable {
  let host: HostedClient
  /// The client; nil after it was released.
  var client: (any PurchaseClient)?
  var isAlive = true
  /// The observers of the payment queue.
  private var added: [QueueEntry] = []
  /// The listener for purchases of Play, and whether the connection is restored automatically.
  var listener: (any BillingListener)?
  var staysConnected = false
  /// Whether the client regards the service of Play as connected.
  var isConnected = false
  /// Transactions that sequences of updates still have to deliver, by the number of the sequence.
  var updates: [[VerificationResult]] = []
  /// The storage that tasks of a dead process read and write; no other process reads it.
  var orphaned = DeviceStorage(repeating: KeyedStrings())
  /// The number of effects requested after the death.
  var effectsAfterDeath = 0
  /// The tasks that were seen running in the process, retained.
  private var tasks: [UnsafeRawPointer] = []

  init(_ host: HostedClient) { self.host = host }

  func add(_ observer: any PaymentQueueObserver) { added.append(QueueEntry(observer)) }

  /// Notifies the observers about a payment. The queue does not retain them. [D
  /// addTransactionObserver]
  func notifyObservers(_ payment: PaymentTransaction) {
    var place = 0
    while place < added.count {
      // An observer without another owner would be released in an app.
      if isKnownUniquelyReferenced(&added[place].kept) {
        added.remove(at: place)
        continue
      }
      let observer = added[place].observer
      Task { observer.paymentQueue(updated: [payment]) }
      place += 1
    }
  }
  func removeObservers() { added.removeAll() }

  /// Records the current task, so that it can be cancelled with the process.
  ///
  /// A task has no access to its handle, but the runtime's representation of it is one object
  /// reference.
  func recordTask() {
    withUnsafeCurrentTask { task in
      guard let task else { return }
      let address = unsafeBitCast(task, to: UnsafeRawPointer.self)
      // It is usually one of the last recorded tasks; cancelling a task twice is harmless.
      if tasks.suffix(4).contains(address) { return }
      _ = Unmanaged<AnyObject>.fromOpaque(address).retain()
      tasks.append(address)
    }
  }

  /// Cancels all recorded tasks, so that waits on their own streams and sleeps end.
  func cancelTasks() {
    var place = 0
    // A cancelled task may start another one at once.
    while place < tasks.count {
      unsafeBitCast(tasks[place], to: UnsafeCurrentTask.self).cancel()
      place += 1
    }
  }

  func forgetTasks() {
    for task in tasks { Unmanaged<AnyObject>.fromOpaque(task).release() }
    tasks.removeAll()
  }
}

/// An observer of the queue. A weak reference would make every use of it slower.
private struct QueueEntry {
  var kept: AnyObject
  unowned(unsafe) let observer: any PaymentQueueObserver

  init(_ observer: any PaymentQueueObserver) { (kept, self.observer) = (observer, observer) }
}

/// The strings of a device, at the index of their ``StoragePlace``.
typealias DeviceStorage = InlineArray<2, KeyedStrings>

enum StoragePlace { static let keychain = 0, sandbox = 1 }

/// Strings under keys, in order of the keys.
struct KeyedStrings {
  private var entries: [(key: String, value: String)] = []
  private var bytes = 0

  /// Whether the storage is larger than any client needs.
  var isTooMuch: Bool {
    bytes > ClientViolation.maxStoredBytes || entries.count > ClientViolation.maxKeys
  }

  var keys: [String] { entries.map(\.key) }

  func get(_ key: String) -> String? { entries.first { $0.key == key }?.value }

  mutating func set(_ key: String, to value: String?) {
    let place = entries.firstIndex { $0.key >= key } ?? entries.endIndex
    let isThere = place < entries.endIndex && entries[place].key == key
    if isThere { bytes -= key.utf8.count + entries[place].value.utf8.count }
    if let value { bytes += key.utf8.count + value.utf8.count }
    switch (value, isThere) {
    case (let value?, true): entries[place].value = value
    case (let value?, false): entries.insert((key, value), at: place)
    case (nil, true): entries.remove(at: place)
    case (nil, false): break
    }
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    bytes = 0
  }
}
