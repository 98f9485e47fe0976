internal import EventEngine

/// The device's link to the backend, and its messages (D3, D4).
struct Link: ~Copyable {
  var state = State()
  /// All requests to the backend, with their results.
  var requests = Table<EntityKind.Request, Request>()
  /// The number of requests per intent; keys the next draws.
  var counts = Table<EntityKind.Intent, RequestCounts>()

  struct State: BitwiseCopyable {
    var downUntil = Instant.start
    /// Whether no message gets through (D3).
    var isDown = false
    /// Counts losses: a message sent under another count is lost.
    var losses: Int32 = 0
    var weakUntil = Instant.start
    /// The factor of latencies until then, in thousandths.
    var slowdown = 1_000
    /// Whether a message was lost for which the client waits.
    var hasLostMessage = false
    /// The kinds whose next reply gets lost (D4).
    var repliesToLose = RequestKinds()
    /// Whether the next reply of any kind gets lost (D4).
    var losesNextReply = false
    /// The number of requests for waiting records; keys the next draws (C8).
    var listings = 0
  }

  /// - Parameter intentCount: the number of the user's intents.
  @inline(__always) mutating func reset(intentCount: Int) {
    state = State()
    requests.removeAll()
    counts.replaceAll(with: RequestCounts(), count: intentCount)
  }

  mutating func restore(_ other: borrowing Link) {
    state = other.state
    requests.replaceAll(with: other.requests)
    counts.replaceAll(with: other.counts)
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    bytes.transcode(&state)
    bytes.transcode(&requests)
    bytes.transcode(&counts)
  }

  /// Omits the losses so far: each message has its own, and past ones only explain.
  func add(to print: inout StateHasher, at now: Instant) {
    print.add(state.weakUntil, ifAfter: now)
    if now < state.weakUntil { print.add(state.slowdown) }
    print.add(state.downUntil, if: state.isDown)
    print.add(StateHasher.byte(state.repliesToLose) | StateHasher.byte(state.losesNextReply) << 8)
    print.add(state.listings)
    for intent in counts.indices { counts[intent].add(to: &print) }
  }

  func addRequests(to print: inout StateHasher) {
    print.add(requests.count)
    for index in requests.indices {
      requests[index].add(to: &print)
      print.add(requests[index].losses != state.losses ? 1 : 0)
    }
  }

  @inline(__always) var isAtWork: Bool { requests.indices.contains { requests[$0].isAtWork } }

  /// Replaces an account by another in all names (C10).
  mutating func rename(_ old: AccountID, _ new: AccountID) {
    for index in requests.indices where requests[index].call.account == old {
      requests[index].call.account = new
    }
  }
}

/// The number of requests of each kind for one intent; the short ones wrap, because they key draws.
struct RequestCounts {
  var verifications: Int32 = 0
  /// Calls of `createOrder`, before and after payments.
  var orders: Int32 = 0
  var reads: UInt8 = 0
  var writes: UInt8 = 0
  var wipes: UInt8 = 0

  func add(to print: inout StateHasher) {
    print.add(verifications, orders)
    print.add(UInt64(reads) | UInt64(writes) << 8 | UInt64(wipes) << 16)
  }
}

extension Request {
  func add(to print: inout StateHasher) {
    call.asker.add(to: &print)
    print.add(call.transaction, call.item)
    print.add(call.order, call.account)
    print.add(call.product, session)
    print.add(call.receipt)
    print.add(process, call.accountRecord)
    call.mark.add(to: &print)
    print.add(sentAt)
    print.add(latency)
    print.add(check)
    print.add(
      StateHasher.byte(call.isManual) | StateHasher.byte(isAwaited) << 8
        | StateHasher.byte(isAtWork) << 16 | StateHasher.byte(isAdmitted) << 24)
    answer.add(to: &print)
    print.add(alsoDelivered)
    print.add(checks, answeredAt)
  }
}

extension Request.Requester {
  func add(to print: inout StateHasher) {
    let (kind, number): (Int32, Int32) =
      switch self {
      case .flow(let index): (0, index.number)
      case .order(let task): (1, task.number)
      case .verification(let task): (2, task.number)
      case .reading(let task): (3, task.number)
      case .listing: (4, 0)
      case .writing(let record): (5, record.number)
      case .clearing: (6, 0)
      case .settling(let record): (7, record.map { $0.number } ?? -1)
      case .wiping(let record): (8, record.map { $0.number } ?? -1)
      case .named(let call): (9, call)
      }
    print.add(kind, number)
  }
}

extension BackendAnswer {
  func add(to print: inout StateHasher) {
    let (kind, order): (Int32, Int32) =
      switch self {
      case .order(let order): (0, order.number)
      case .notForSale: (1, 0)
      case .unauthorised: (2, 0)
      case .accepted: (3, 0)
      case .delivered: (4, 0)
      case .duplicate: (5, 0)
      case .rejected: (6, 0)
      case .list: (7, 0)
      case .error: (8, 0)
      case .timeout: (9, 0)
      case .called: (10, 0)
      case .refused: (11, 0)
      }
    print.add(kind, order)
  }
}
