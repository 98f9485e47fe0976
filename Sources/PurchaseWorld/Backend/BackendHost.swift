internal import EventEngine

/// What hosts the backend: its state, the requests that it answers, and what it asks the store. It knows
/// no device and no wish.
protocol BackendHost: OutsideHost, ~Copyable {
  var backend: Backend { get set }
  /// How many events have been handled; tells what was stored before what.
  var events: Int { get }

  // The link.
  /// The newest process, dead or alive.
  var process: ProcessID { get }
  /// The process that runs now, whose requests alone are served (D1).
  var livingProcess: ProcessID? { get }
  func request(_ request: RequestID) -> Request
  /// Whether the link went down since a request was sent (D3).
  func isLost(_ request: RequestID) -> Bool
  /// Nobody will answer; the client learns of it by its timeout (D3, D4).
  mutating func loseMessage(of request: RequestID)
  /// Answers a request; the reply takes its time and may get lost (D4).
  mutating func answer(_ request: RequestID, with answer: Answer, alsoDelivered: ChargeSet)
  /// The backend logs a verification, or its answer.
  mutating func log(_ event: ServerEvent, of transaction: TransactionID, _ answer: Answer?)
  /// The backend does nothing more for a request.
  mutating func endWork(on request: RequestID)
  /// The records are listed as they are after so many events.
  mutating func list(for request: RequestID, at event: Int)
  /// Whether a record of a payment is being written that is as it should be.
  func writesUnderWay(of transaction: TransactionID, where isMeant: (RecordID) -> Bool) -> Bool
  /// Another check of a receipt has ended; returns how many have.
  mutating func countCheck(of request: RequestID) -> Int

  // The store, which checks receipts and tells of charges (B3, B8, B9).
  /// The transaction identifiers of all charges so far, the oldest first.
  var charges: IDs<Kind.Charge> { get }
  func charge(_ number: ChargeID) -> TransactionID
  /// Its transaction identifier; nil before the charge.
  func number(of transaction: TransactionID) -> ChargeID?
  func product(of transaction: TransactionID) -> ProductID
  /// Whether the store gave the money back, which it tells by notifications alone (S10).
  func isRefunded(_ transaction: TransactionID) -> Bool
  /// What the client handed over with a payment.
  func paidPayload(of transaction: TransactionID) -> Payload
  /// The backend acknowledges or consumes what it delivers, if its design does (B10).
  mutating func complete(_ transaction: TransactionID)

  // The judge, who is told what is handed out, and about records.
  /// Goods are about to be handed out: the anchor `delivery` passes.
  mutating func passDelivery(of goods: Goods, entry: TransactionID, named: TransactionID)
  /// They have been handed out, for the charge named or for that of the entry used.
  mutating func credit(
    _ goods: Goods, entry: TransactionID, named: TransactionID, by request: RequestID?)
  /// A request has failed because of what is out for all (section 7, `outages`).
  mutating func metOutage(_ call: Call)
  /// An asynchronous verification has ended, and how it failed if it did (B3).
  mutating func endedCheck(of transaction: TransactionID, _ failure: DropPoint?)
  /// A new record is in its place; a later change is told by the next.
  mutating func storedRecord(_ record: RecordID)
  mutating func storedChange(of record: RecordID)
  /// A record is wiped because it is no longer needed; the next one is lost.
  mutating func forgotRecord(_ record: RecordID)
  mutating func lostRecord(
    _ record: RecordID, holding transaction: TransactionID?, _ reason: DropPoint)
  mutating func overwroteRecord(
    _ record: RecordID, for origin: RecordOrigin, losing transaction: TransactionID?, waits: Bool)
  /// A change of records never took effect, and nobody repeats it.
  mutating func lostChange(_ call: Call)
  /// A payment's records were wiped; one of them may by then hold the identifier of a later one.
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID)
  mutating func noteEnd(of transaction: TransactionID, at point: DropPoint)
}
