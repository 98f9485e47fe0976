internal import EventEngine

/// The judge: the intent of each payment, its deliveries, and its losses (<doc:Outcomes>).
///
/// No part reads the judge. The world may query the intent of a payment for the user, the faults
/// and the keys of draws; stores, client, link and backend get nothing of it.
struct Judge: ~Copyable {
  var state = State()
  var intents = Table<EntityKind.Intent, JudgedIntent>()
  var payments = Table<EntityKind.Transaction, JudgedPayment>()
  var flows = Table<EntityKind.Flow, JudgedFlow>()
  var records = Table<EntityKind.Record, IntentID>()

  struct State: BitwiseCopyable {
    /// The tap that the app handles, or handled last.
    var tap = JudgedFlow(intent: IntentID(0), pays: false)
    /// The number of charges without goods or refund; an exploration reads it after every event.
    var open: Int32 = 0
  }

  /// - Parameter intentCount: the number of the user's intents.
  @inline(__always) mutating func reset(intentCount: Int) {
    state = State()
    intents.replaceAll(with: JudgedIntent(), count: intentCount)
    payments.removeAll()
    flows.removeAll()
    records.removeAll()
  }

  mutating func restore(_ other: borrowing Judge) {
    state = other.state
    intents.replaceAll(with: other.intents)
    payments.replaceAll(with: other.payments)
    flows.replaceAll(with: other.flows)
    records.replaceAll(with: other.records)
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    bytes.transcode(&state)
    bytes.transcode(&intents)
    bytes.transcode(&payments)
    bytes.transcode(&flows)
    bytes.transcode(&records)
  }

  /// Omits the current tap, whose effects are in other parts.
  func add(to print: inout StateHasher) {
    for index in intents.indices { intents[index].add(to: &print) }
    for index in payments.indices { payments[index].add(to: &print) }
    for index in flows.indices { print.add(flows[index].intent, Int32(flows[index].pays ? 1 : 0)) }
    for index in records.indices { print.add(records[index]) }
  }
}

struct JudgedIntent {
  var charges: Int32 = 0
  var open: Int32 = 0
  /// The number of automatic refunds before the right goods were delivered (G10).
  var autoRefunds: Int32 = 0
  var flags = IntentFlags()
  /// The reason why no record of it can bind any more; nil while one can, or none ever could.
  var recordLoss: DropPoint?

  func add(to print: inout StateHasher) {
    print.add(
      UInt64(UInt32(bitPattern: charges)) << 32
        | StateHasher.byte(flags.subtracting([.hitOutage, .hitOverload]))
        | StateHasher.byte(recordLoss) << 8 | UInt64(UInt16(truncatingIfNeeded: open)) << 16)
    print.add(Int(autoRefunds))
  }
}

/// The intent of a flow of the client, and whether the user will pay for it.
struct JudgedFlow {
  let intent: IntentID
  let pays: Bool
}

struct JudgedPayment {
  let intent: IntentID
  let pays: Bool
  let tapProcess: ProcessID
  /// The tries of all delivery tasks.
  var tries: Int32 = 0
  /// The class of the first right delivery; nil if there is none.
  var right: ChargeStatus?
  /// The time of that delivery; the start before it.
  var rightAt = Instant.start
  /// Whether another process than that of the tap requested that delivery.
  var isAfterRelaunch = false
  /// The failure of an asynchronous verification, if there is one (B3).
  var failedCheck: DropPoint?
  /// The kind of loss of the first wrong delivery.
  var wrong: LossKind?
  /// Whether wrong goods were delivered for this entry itself.
  var wrongBeside = false
  var duplicate = false
  /// The amount for the first goods, in minor units; nil if none were delivered or kept.
  var booked: Int?
  var bookedAgain = 0
  /// The reason why it is not tried while it is undelivered; nil while it is tried.
  var standing: DropPoint?
  /// The earliest known moment after which it could not be delivered correctly.
  var drop: DropPoint?
  /// Its state at the automatic refund (G10).
  var autoRefunded: AutoRefundState?
  /// The drop point without the human rescue (C9, P3); nil if there was none. No later event
  /// depends on it, so states are equal without it.
  var rescuedFrom: DropPoint?

  func add(to print: inout StateHasher) {
    print.add(intent, tapProcess)
    print.add(tries, Int32(right?.code ?? 255))
    print.add(rightAt)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(isAfterRelaunch) << 8
        | StateHasher.byte(failedCheck) << 16 | StateHasher.byte(wrong) << 24
        | StateHasher.byte(wrongBeside) << 32 | StateHasher.byte(duplicate) << 40
        | StateHasher.byte(standing) << 48 | StateHasher.byte(drop) << 56)
    print.add(booked ?? -1)
    print.add(bookedAgain)
    if let autoRefunded { print.add(Int(autoRefunded.code)) }
  }
}

extension AutoRefundState {
  fileprivate var code: UInt64 {
    if case .lost(let kind, let point) = self { ChargeStatus.lost(kind, point).code } else { 1 }
  }
}

extension ChargeStatus {
  /// A number for each fate that a delivery can have.
  fileprivate var code: UInt64 {
    switch self {
    case .delivered: 0
    case .recovered: 1
    case .rescued: 2
    case .refunded, .autoRefunded: 3
    case .lost(let kind, let point): 4 + UInt64(LossSet.index(of: kind, point))
    }
  }
}
