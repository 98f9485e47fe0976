internal import EventEngine

/// The judge: whose wish each payment is, what was delivered for it, and what was lost (section 8).
///
/// Nobody reads the judge. The wiring of the world may ask whose wish a payment is, to tell the user and
/// misfortune, and to name draws; nothing of that reaches a store, the client, the link or the backend.
struct Judge: ~Copyable {
  var state = State()
  var intents = Table<Kind.Intent, JudgedIntent>()
  var payments = Table<Kind.Transaction, JudgedPayment>()
  var flows = Table<Kind.Flow, JudgedFlow>()
  /// The wish of which each record is.
  var records = Table<Kind.Record, IntentID>()

  struct State: BitwiseCopyable {
    /// The tap that the app is handling, or handled last.
    var tap = JudgedFlow(intent: IntentID(0), pays: false)
    /// How many charges have not brought their goods and were not given back; counted as they come, for
    /// an exploration asks after every event.
    var open: Int32 = 0
  }

  /// - Parameter wishes: how many the user comes with.
  @inline(__always) mutating func reset(wishes: Int) {
    state = State()
    intents.replaceAll(with: JudgedIntent(), count: wishes)
    payments.removeAll()
    flows.removeAll()
    records.removeAll()
  }

  mutating func become(_ other: borrowing Judge) {
    state = other.state
    intents.replaceAll(with: other.intents)
    payments.replaceAll(with: other.payments)
    flows.replaceAll(with: other.flows)
    records.replaceAll(with: other.records)
  }

  /// Goes into bytes, or comes out of them.
  mutating func carry(by bytes: inout StateBytes) {
    bytes.carry(&state)
    bytes.carry(&intents)
    bytes.carry(&payments)
    bytes.carry(&flows)
    bytes.carry(&records)
  }

  /// The tap that is handled leaves what it does in other parts.
  func add(to print: inout StateHasher) {
    for index in intents.indices { intents[index].add(to: &print) }
    for index in payments.indices { payments[index].add(to: &print) }
    for index in flows.indices { print.add(flows[index].intent, Int32(flows[index].pays ? 1 : 0)) }
    for index in records.indices { print.add(records[index]) }
  }
}

/// What became of one wish so far.
struct JudgedIntent {
  /// How often it was charged.
  var charges: Int32 = 0
  /// How many of them have not brought their goods and were not given back.
  var open: Int32 = 0
  /// How many of them the store took back before the right goods came (G10).
  var autoRefunds: Int32 = 0
  var flags = IntentFlags()
  /// Why no record of it can bind any more; nil while one can, or none ever could.
  var recordLoss: DropPoint?

  func add(to print: inout StateHasher) {
    print.add(
      UInt64(UInt32(bitPattern: charges)) << 32
        | StateHasher.byte(flags.subtracting([.metOutage, .metOverload]))
        | StateHasher.byte(recordLoss) << 8 | UInt64(UInt16(truncatingIfNeeded: open)) << 16)
    print.add(Int(autoRefunds))
  }
}

/// Whose wish a flow of the client is, and whether the user will pay for it.
struct JudgedFlow {
  let intent: IntentID
  let pays: Bool
}

/// What became of one payment so far.
struct JudgedPayment {
  let intent: IntentID
  /// Whether the user means to confirm it.
  let pays: Bool
  /// The process of the tap from which it comes.
  let tapProcess: ProcessID
  /// The tries of all delivery tasks.
  var tries: Int32 = 0
  /// The class of the first right delivery; nil while there is none.
  var right: Fate?
  /// When that delivery came; the start before it.
  var rightAt = Instant.start
  /// Whether that delivery was asked for in another process than that of the tap.
  var isAfterRelaunch = false
  /// How an asynchronous verification failed, if one did (B3).
  var failedCheck: DropPoint?
  /// How the first wrong delivery was wrong.
  var wrong: LossKind?
  /// Whether something wrong was delivered on this entry's own behalf.
  var wrongBeside = false
  var duplicate = false
  /// What is booked for the first goods that were handed out for it, in minor units; nil if none
  /// were, or if they were taken back.
  var booked: Int?
  /// What is booked for the goods after the first.
  var bookedAgain = 0
  /// What keeps it where it is while it is undelivered; nil while it is tried.
  var standing: DropPoint?
  /// The earliest moment after which it could not come right, so far as one is known.
  var drop: DropPoint?
  /// What had come of it when the store took it back by itself (G10).
  var takenBack: TakenBack?
  /// Where it would have been lost without the human who set it right (C9, P3); nil if nobody did.
  /// No future depends on it, and no exploration tells of it, so states are alike without it.
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
    if let takenBack { print.add(Int(takenBack.code)) }
  }
}

extension TakenBack {
  fileprivate var code: UInt64 {
    switch self {
    case .delivered: 1
    case .lost(let kind, let point): 4 + UInt64(LossSet.place(of: kind, point))
    }
  }
}

extension Fate {
  /// A number for each fate that a delivery can have.
  fileprivate var code: UInt64 {
    switch self {
    case .delivered: 0
    case .recovered: 1
    case .rescued: 2
    case .refunded, .takenBack: 3
    case .lost(let kind, let point): 4 + UInt64(LossSet.place(of: kind, point))
    }
  }
}
