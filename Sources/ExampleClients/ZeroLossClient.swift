public import PurchaseClientKit

/// Pays first, with a record in the keychain that states what the payment is for: the client of the
/// main article. Release 1.0 wipes the record when the store reports a failure; release 1.2 does
/// not. Implements the designs `zero-loss-1.0` and `zero-loss-1.2`. [000]
public actor ZeroLossClient: PurchaseClient, LoginWaiter {
  let device: Device
  private let wipesOnFailure: Bool
  private var queue: any PaymentQueue { device.store.paymentQueue }
  private var records: RecordBook
  /// The identifiers of transactions that are being delivered.
  private var deliveries: Set<String> = []
  /// The unfinished payments of the queue, by transaction identifier.
  private var payments: [String: PaymentTransaction] = [:]
  /// The taps without an outcome, by product.
  private var taps: [(product: String, end: CheckedContinuation<ShownOutcome, Never>)] = []
  var waitsForLogin: [CheckedContinuation<Void, Never>] = []
  private var observer: QueueObserver?

  /// The number of immediate retries after the first try, before the recovery page.
  private static let retries = 3

  /// - Parameter wipesOnFailure: whether a failure wipes the record, as in release 1.0.
  public init(device: Device, wipesOnFailure: Bool) {
    self.device = device
    self.wipesOnFailure = wipesOnFailure
    records = RecordBook(device.keychain)
  }

  public func launched() async {
    let observer = QueueObserver { [weak self] in await self?.take($0) }
    self.observer = observer
    queue.add(observer)
    // Callbacks that the queue has already sent come first.
    await Task.yield()
    for record in records.waiting { deliverLater(record) }
  }

  public func accountChanged(to account: Account?) async {
    resumeAfterLogin()
    for record in records.waiting where record.account == account?.id { deliverLater(record) }
  }

  public func retryByHand(_ transaction: String) async {
    if let record = records.waiting.first(where: { $0.transaction == transaction }) {
      await deliver(record)
    }
  }

  public func releaseResources() async {
    for tap in taps { tap.end.resume(returning: .failed) }
    taps = []
    resumeAfterLogin()
  }

  // MARK: Buying

  public func buy(_ item: Item) async -> ShownOutcome {
    guard let account = device.account() else { return .refused }
    let waiting = records.waiting.filter { $0.product == item.product }
    if let record = waiting.first(where: { $0.item == item.id && $0.account == account.id }) {
      deliverLater(record)
      return await end(of: item.product)
    }
    guard waiting.isEmpty else { return .refused }
    records.add(product: item.product, item: item.id, account: account.id)
    queue.add(Payment(product: item.product))
    return await end(of: item.product)
  }

  /// Waits until the spinner of a product may close.
  private func end(of product: String) async -> ShownOutcome {
    await withCheckedContinuation { taps.append((product, $0)) }
  }

  private func close(_ product: String, _ shown: ShownOutcome) {
    for tap in taps where tap.product == product { tap.end.resume(returning: shown) }
    taps.removeAll { $0.product == product }
  }

  // MARK: Delivering

  private func take(_ payment: PaymentTransaction) async {
    let product = payment.payment.product
    switch payment.state {
    case .purchasing: break
    case .deferred: close(product, .pending)
    case .failed:
      queue.finish(payment)
      if wipesOnFailure { records.wipeNewest(of: product) }
      close(product, .cancelled)
    case .purchased:
      guard let id = payment.transactionIdentifier else { return }
      payments[id] = payment
      if deliveries.contains(id) { return }
      guard let record = records.bind(id, product) else { return close(product, .pending) }
      await deliver(record)
    }
  }

  private func deliverLater(_ record: RecordBook.Record) { Task { await deliver(record) } }

  private func deliver(_ record: RecordBook.Record) async {
    guard let id = record.transaction, deliveries.insert(id).inserted else { return }
    defer { deliveries.remove(id) }
    while device.account()?.id != record.account {
      close(record.product, .pending)
      if Task.isCancelled { return }
      await loggedIn()
    }
    var failures = 0
    while !Task.isCancelled {
      var request = VerifyRequest(transaction: id, proof: queue.receipt())
      request.item = Item(id: record.item, product: record.product)
      request.account = device.account()
      do {
        switch try await device.backend.verify(request) {
        case .delivered, .alreadyDelivered, .accepted:
          records.remove(record)
          if let payment = payments.removeValue(forKey: id) { queue.finish(payment) }
          return close(record.product, .delivered)
        case .rejected: return close(record.product, .failed)
        }
      } catch BackendError.unauthorized { await login() } catch BackendError.notForSale {
        return close(record.product, .failed)
      } catch is CancellationError { return } catch {
        failures += 1
        guard failures <= ZeroLossClient.retries else {
          device.showRecoveryPage(id)
          return close(record.product, .failed)
        }
        do { try await device.clock.sleep(for: .zero) } catch { return }
      }
    }
  }
}

/// The paid purchases in the keychain: one line for each purchase that is not delivered.
struct RecordBook {
  struct Record: Hashable, Sendable {
    /// The number in order of creation.
    let number: Int
    let product: String, item: String, account: String
    /// The transaction identifier, once it is known.
    var transaction: String?
  }

  private let storage: any Storage
  private(set) var records: [Record]

  init(_ storage: any Storage) {
    self.storage = storage
    records = storage.keys.compactMap { key in
      storage.get(key).flatMap { Record(key: key, line: $0) }
    }.sorted { $0.number < $1.number }
  }

  /// The records with a known transaction.
  var waiting: [Record] { records.filter { $0.transaction != nil } }

  mutating func add(product: String, item: String, account: String) {
    let number = (records.last?.number ?? 0) + 1
    put(Record(number: number, product: product, item: item, account: account))
  }

  /// The record of a transaction: the record with its identifier, else the newest record of the
  /// product without one.
  mutating func bind(_ transaction: String, _ product: String) -> Record? {
    if let known = records.first(where: { $0.transaction == transaction }) { return known }
    guard var record = records.last(where: { $0.product == product && $0.transaction == nil })
    else { return nil }
    record.transaction = transaction
    put(record)
    return record
  }

  mutating func wipeNewest(of product: String) {
    if let record = records.last(where: { $0.product == product && $0.transaction == nil }) {
      remove(record)
    }
  }

  mutating func remove(_ record: Record) {
    records.removeAll { $0.number == record.number }
    storage.set(record.key, to: nil)
  }

  private mutating func put(_ record: Record) {
    if let place = records.firstIndex(where: { $0.number == record.number }) {
      records[place] = record
    } else {
      records.append(record)
    }
    storage.set(record.key, to: record.line)
  }
}

extension RecordBook.Record {
  fileprivate static var separator: Character { "\u{1F}" }

  fileprivate var key: String { "record-\(number)" }
  fileprivate var line: String {
    [product, item, account, transaction ?? ""].joined(separator: String(Self.separator))
  }

  fileprivate init?(key: String, line: String) {
    let parts = line.split(separator: Self.separator, omittingEmptySubsequences: false)
    guard key.hasPrefix("record-"), let number = Int(key.dropFirst(7)), parts.count == 4 else {
      return nil
    }
    self.number = number
    (product, item, account) = (String(parts[0]), String(parts[1]), String(parts[2]))
    transaction = parts[3].isEmpty ? nil : String(parts[3])
  }
}
