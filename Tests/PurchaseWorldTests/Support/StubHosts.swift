import EventEngine
import TestSupport

@testable import PurchaseWorld

/// A world with only the events that a test writes: no random draws, no faults, no judge.
protocol StubClientHost: ClientHost, ~Copyable {}

extension StubClientHost where Self: ~Copyable {
  var now: Instant { .start }
  mutating func note(_ moment: Trace.Occurrence) {}
  func delay(at place: Int) -> Delay { .zero }
  mutating func jitter(after mark: TryMark, of transaction: TransactionID) -> Double { 0 }
  mutating func log(_ event: ClientLogEvent, of subject: @autoclosure () -> LogSubject) {}
  mutating func logFailure(rung: Int) {}
  var process: ProcessID { 1 }
  var isInFront: Bool { true }
  var session: AccountID { .own }
  mutating func wake(_ task: TaskID, after delay: Delay) {}
  func onlyItem(of product: ProductID) -> ItemID? { ItemID(product.index) }
  var isLinkDown: Bool { false }
  mutating func send(_ call: BackendCall) {}
  func canSettle(_ transaction: TransactionID) -> Bool { true }
  mutating func acknowledge(_ transaction: TransactionID) {}
  mutating func expectRecord() {}
  mutating func expectWipe(of record: RecordID, _ transaction: TransactionID, bound: RecordID?) {}
  func isListed(_ record: RecordID, by request: RequestID) -> Bool { false }
  func stored(_ record: RecordID) -> StoredRecord { StoredRecord() }
  func storedLedger(by request: RequestID) -> ChargeSet? { nil }
  func isOnServer(_ transaction: TransactionID) -> Bool { false }
  mutating func showSpinner() {}
  mutating func promptLogin() {}
  mutating func showRecoveryPage(_ transaction: TransactionID) {}
  mutating func resumeAfterFirstLogin() {}
  mutating func startedFlow() {}
  mutating func endedTap(_ flag: IntentFlags, of flow: FlowID?) {}
  mutating func beginTry(of transaction: TransactionID, isManual: Bool) -> TryMark { TryMark() }
  mutating func stands(_ transaction: TransactionID, _ standing: DropPoint?) {}
  mutating func judgeBinding(of transaction: TransactionID, _ bound: BindingResult) {}
  mutating func noteSettledUnasked(_ transaction: TransactionID, _ bound: BindingResult) {}
  mutating func noteFinishedUndelivered(_ transaction: TransactionID) {}
  mutating func noteRejection(of transaction: TransactionID) {}
  mutating func noteEnd(of transaction: TransactionID, at point: DropPoint) {}
  mutating func noteDrop(of transaction: TransactionID, at point: DropPoint) {}
  mutating func madeRecord(for origin: RecordOrigin) {}
  mutating func wroteRecord(_ record: RecordID, for origin: RecordOrigin) {}
  mutating func overwroteRecord(
    _ record: RecordID, for origin: RecordOrigin, losing transaction: TransactionID?, waits: Bool
  ) {}
  mutating func lostRecord(
    _ record: RecordID, holding transaction: TransactionID?, _ reason: DropPoint
  ) {}
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID) {}
  mutating func lostFlow(_ flow: FlowID) {}
}

/// The same for StoreKit 1, with a user who confirms every sheet.
protocol StubStoreHost: StoreHost, ~Copyable {}

extension StubStoreHost where Self: ~Copyable {
  var now: Instant { calendar.now }
  mutating func note(_ moment: Trace.Occurrence) {}
  var isInFront: Bool { true }
  var isInBackground: Bool { false }
  var process: ProcessID { 1 }
  var livingProcess: ProcessID? { process }
  var isLinkDown: Bool { false }
  mutating func suspend(_ event: Event) {}
  mutating func die(reopensAfter delay: Delay) {}
  mutating func comeToFrontAfterSheet() {}
  mutating func learnOfService(isUp: Bool) {}
  mutating func losesWithDevice(_ transaction: TransactionID) {}
  mutating func lookAtSheet(of transaction: TransactionID) -> Delay { .seconds(5) }
  mutating func countPatience() {}
  func confirms(_ transaction: TransactionID) -> Bool { true }
  mutating func hasCancelled(_ transaction: TransactionID) {}
  mutating func hasPaid(_ transaction: TransactionID) {}
  mutating func processingTime(of transaction: TransactionID) -> Delay { .seconds(1) }
  mutating func completionTime(of transaction: TransactionID) -> Delay { .seconds(1) }
  mutating func passAnchor(_ anchor: FaultAnchor, of transaction: TransactionID) {}
  mutating func passCallback(of transaction: TransactionID) {}
  func isInterruptionDue(for transaction: TransactionID) -> Bool { false }
  mutating func injectInterruption(of transaction: TransactionID) -> PlannedFaultID? { nil }
  func interruption(_ planned: PlannedFaultID) -> StoreInterruption {
    preconditionFailure("none is planned")
  }
  mutating func injectApproval(of transaction: TransactionID) -> Approval? { nil }
  func isUnverified(_ transaction: TransactionID) -> Bool { false }
  func misses(_ transaction: TransactionID, in replay: RedeliveryRoutes) -> Bool { false }
  func receiptStaleUntil(for transaction: TransactionID) -> Instant { .start }
  mutating func endStaleReceipts() {}
  var isBackendOut: Bool { false }
  var isCheckOut: Bool { false }
  mutating func receiveNotification(of transaction: TransactionID, _ payload: Payload) {}
  func type(of product: ProductID) -> Catalog.ProductType { .consumable }
  mutating func entered(_ transaction: TransactionID, from flow: FlowID) {}
  mutating func entered(_ transaction: TransactionID, after first: TransactionID) {}
  mutating func wasBlocked(_ transaction: TransactionID) {}
  mutating func wasCharged(_ transaction: TransactionID) {}
  mutating func wasRefunded(_ transaction: TransactionID) {}
  mutating func willLapse(_ transaction: TransactionID) {}
}
