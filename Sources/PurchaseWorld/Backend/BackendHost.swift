internal import EventEngine

/// The host of the backend: its state, the requests that it answers, and its queries to the store.
/// The backend has no access to devices or intents.
protocol BackendHost: OutsideHost, ~Copyable {
  var backend: Backend { get set }
  /// The number of handled events; orders the changes of records.
  var events: Int { get }

  // The link.
  /// The newest process, dead or alive.
  var process: ProcessID { get }
  /// The process that runs now; only its requests are served (D1).
  var livingProcess: ProcessID? { get }
  func request(_ request: RequestID) -> Request
  /// Whether the link went down since a request was sent (D3).
  func isLost(_ request: RequestID) -> Bool
  /// Leaves a request without an answer; the client notices at its timeout (D3, D4).
  mutating func loseMessage(of request: RequestID)
  /// Answers a request; the reply has a latency and may get lost (D4).
  mutating func answer(_ request: RequestID, with answer: BackendAnswer, alsoDelivered: ChargeSet)
  mutating func log(_ event: BackendEvent, of transaction: TransactionID, _ answer: BackendAnswer?)
  mutating func endWork(on request: RequestID)
  /// Lists the records as they are after this number of events.
  mutating func list(for request: RequestID, at event: Int)
  /// Whether a correct record of a payment is on its way.
  func writesUnderWay(of transaction: TransactionID, where isMeant: (RecordID) -> Bool) -> Bool
  mutating func countCheck(of request: RequestID) -> Int

  // The store, which checks receipts and reports charges (B3, B8, B9).
  /// The transaction identifiers of all charges so far, the oldest first.
  var charges: IDs<EntityKind.Charge> { get }
  func charge(_ number: ChargeID) -> TransactionID
  /// The transaction identifier; nil before the charge.
  func number(of transaction: TransactionID) -> ChargeID?
  func product(of transaction: TransactionID) -> ProductID
  /// Whether the store refunded a charge, which only notifications report (S10).
  func isRefunded(_ transaction: TransactionID) -> Bool
  func paidPayload(of transaction: TransactionID) -> Payload
  /// Acknowledges or consumes a delivered purchase, if the design does (B10).
  mutating func complete(_ transaction: TransactionID)

  // The judge: deliveries and records.
  /// Goods are about to be delivered: the anchor `delivery` passes.
  mutating func passDelivery(of goods: Goods, entry: TransactionID, named: TransactionID)
  /// Goods were delivered, for the charge named or for that of the entry used.
  mutating func credit(
    _ goods: Goods, entry: TransactionID, named: TransactionID, by request: RequestID?)
  /// A request has failed because of an outage for all users (scenario key `outages`).
  mutating func hitOutage(_ call: BackendCall)
  /// An asynchronous verification has ended, with the reason if it failed (B3).
  mutating func endedCheck(of transaction: TransactionID, _ failure: DropPoint?)
  mutating func storedRecord(_ record: RecordID)
  mutating func storedChange(of record: RecordID)
  /// A record is wiped because it is no longer needed.
  mutating func forgotRecord(_ record: RecordID)
  mutating func lostRecord(
    _ record: RecordID, holding transaction: TransactionID?, _ reason: DropPoint)
  mutating func overwroteRecord(
    _ record: RecordID, for origin: RecordOrigin, losing transaction: TransactionID?, waits: Bool)
  /// A change of records never took effect, and is not repeated.
  mutating func lostChange(_ call: BackendCall)
  /// A payment's records were wiped; one of them may hold the identifier of a later payment.
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID)
  mutating func noteEnd(of transaction: TransactionID, at point: DropPoint)
}
