internal import EventEngine

/// What hosts the backend: its state, the requests that it answers, and what it asks the store. It knows
/// no device and no wish.
protocol BackendHost: OutsideHost, ~Copyable {
  var backend: Backend { get set }
  /// How many events have been handled; tells what was stored before what.
  var events: Int { get }

  // The link.
  var process: ProcessID { get }
  var livingProcess: ProcessID? { get }
  func request(_ request: RequestID) -> Request
  /// Whether the link went down since a request was sent (D3).
  func isLost(_ request: RequestID) -> Bool
  mutating func loseMessage(of request: RequestID)
  mutating func answer(_ request: RequestID, with answer: Answer, alsoDelivered: ChargeSet)
  /// The backend does nothing more for a request.
  mutating func endWork(on request: RequestID)
  /// The records are listed as they are after so many events.
  mutating func list(for request: RequestID, at event: Int)
  /// Whether a record of a payment is being written that is as it should be.
  func writesUnderWay(of transaction: TransactionID, where isMeant: (RecordID) -> Bool) -> Bool
  /// Another check of a receipt has ended; returns how many have.
  mutating func countCheck(of request: RequestID) -> Int

  // The store, which checks receipts and tells of charges (B3, B8, B9).
  var charges: Range<ChargeID> { get }
  func charge(_ number: ChargeID) -> TransactionID
  func number(of transaction: TransactionID) -> ChargeID?
  func product(of transaction: TransactionID) -> ProductID
  func isRefunded(_ transaction: TransactionID) -> Bool
  /// What the client handed over with a payment.
  func paidPayload(of transaction: TransactionID) -> Payload

  // The judge, who is told what is handed out, and about records.
  mutating func passDelivery(of goods: Goods, entry: TransactionID, named: TransactionID)
  mutating func credit(
    _ goods: Goods, entry: TransactionID, named: TransactionID, by request: RequestID?)
  /// An asynchronous verification has ended, and how it failed if it did (B3).
  mutating func endedCheck(of transaction: TransactionID, _ failure: DropPoint?)
  mutating func storedRecord(_ record: RecordID)
  mutating func storedChange(of record: RecordID)
  mutating func forgotRecord(_ record: RecordID)
  mutating func lostRecord(
    _ record: RecordID, holding transaction: TransactionID?, _ reason: DropPoint)
  mutating func overwroteRecord(
    _ record: RecordID, for origin: RecordOrigin, losing transaction: TransactionID?, waits: Bool)
  mutating func lostChange(_ call: Call)
  /// A payment's records were wiped; one of them may by then hold the identifier of a later one.
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID)
  mutating func noteEnd(of transaction: TransactionID, at point: DropPoint)
}
