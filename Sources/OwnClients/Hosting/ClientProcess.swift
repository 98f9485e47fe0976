import PurchaseClientKit
import PurchaseWorld

/// One life of an app's process in its host, as its client's tasks know it: what belongs to it dies with it.
///
/// It is used by one thread, whatever the types of a client say.
final class ClientProcess: @unchecked Sendable {
  let host: HostedClient
  /// The client; nil once it is let go.
  var client: (any PurchaseClient)?
  var isAlive = true
  /// Who was added to the payment queue.
  private var added: [QueueEntry] = []
  /// Who is told of purchases of Play, and whether the connection comes back by itself.
  var listener: (any BillingListener)?
  var staysConnected = false
  /// Whether the client takes the service of Play for connected.
  var isConnected = false
  /// Transactions that sequences of updates have yet to give, by their numbers.
  var updates: [[VerificationResult]] = []
  /// What the dead still see of what was written, and write where nobody else reads.
  var ghosts: (keychain: Words, sandbox: Words) = (Words(), Words())
  /// How many effects were asked for after the death.
  var ghostEffects = 0
  /// Tasks that were seen at work in it, retained.
  private var tasks: [UnsafeRawPointer] = []

  init(_ host: HostedClient) { self.host = host }

  func add(_ observer: any PaymentQueueObserver) { added.append(QueueEntry(observer)) }

  /// Tells observers of a payment. The queue does not keep them. [D addTransactionObserver]
  func tellObservers(_ told: PaymentTransaction) {
    var place = 0
    while place < added.count {
      // One that nobody else keeps would be gone in an app.
      if isKnownUniquelyReferenced(&added[place].kept) {
        added.remove(at: place)
        continue
      }
      let observer = added[place].observer
      Task { observer.paymentQueue(updated: [told]) }
      place += 1
    }
  }
  func removeObservers() { added.removeAll() }

  /// Notes the task of the moment, so that it can be cancelled with the process.
  ///
  /// A task knows no way to its handle; but what the runtime hands out of it is one reference to an object.
  func know() {
    withUnsafeCurrentTask { task in
      guard let task else { return }
      let address = unsafeBitCast(task, to: UnsafeRawPointer.self)
      // Most of the time it is one of the last that were seen; to cancel one twice does no harm.
      if tasks.suffix(4).contains(address) { return }
      _ = Unmanaged<AnyObject>.fromOpaque(address).retain()
      tasks.append(address)
    }
  }

  /// Cancels whatever was at work, so that what waits for streams and sleeps of its own ends.
  func cancelTasks() {
    var place = 0
    // What is cancelled may begin something at once.
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

/// Words under keys, in the order of the keys.
struct Words {
  private var entries: [(key: String, value: String)] = []
  private var bytes = 0

  /// Whether there is more than any client has use for.
  var isTooMuch: Bool { bytes > ClientMisdeed.mostStored || entries.count > ClientMisdeed.mostKeys }

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
