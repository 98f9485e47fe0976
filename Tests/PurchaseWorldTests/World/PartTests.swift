import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// The fields of a component are reset, copied and distinguished by fingerprints.
@Suite("Components of the world") struct PartTests {
  /// The names of fields whose change does not change the fingerprint.
  ///
  /// Fields are stored one after another, with their alignment. One bit of each byte is changed,
  /// of an integer only in the lowest byte, because large integers do not occur.
  private func unseen<Value: BitwiseCopyable>(
    _ value: Value, _ add: (Value, inout StateHasher) -> Void
  ) throws -> Set<String> {
    func print(_ value: Value) -> Fingerprint {
      var print = StateHasher()
      add(value, &print)
      return print.fingerprint
    }
    func layout<Field>(_ field: Field) -> (size: Int, alignment: Int) {
      (MemoryLayout<Field>.size, MemoryLayout<Field>.alignment)
    }
    var names: Set<String> = []
    var end = 0
    for field in Mirror(reflecting: value).children {
      let (size, alignment) = layout(field.value)
      let start = (end + alignment - 1) / alignment * alignment
      end = start + size
      let bytes = field.value is any BinaryInteger ? start..<start + 1 : start..<end
      let isSeen = bytes.contains { byte in
        var changed = value
        withUnsafeMutableBytes(of: &changed) { $0[byte] ^= 1 }
        return print(changed) != print(value)
      }
      if !isSeen { names.insert(try #require(field.label)) }
    }
    expectEqual(end, MemoryLayout<Value>.size, "all bytes belong to fields")
    return names
  }

  @Test("A fingerprint covers every field on which the rest of a simulation depends")
  func states() throws {
    let now = Instant.start + .seconds(1)
    #expect(
      try unseen(Device().state) { state, print in
        var device = Device()
        device.state = state
        device.add(to: &print)
      } == ["session"], "the world adds the session")
    #expect(
      try unseen(Store().state) { state, print in
        var store = Store()
        store.state = state
        store.add(to: &print, at: now)
      } == ["isObserving"], "the world adds it to the state of the app")
    #expect(
      try unseen(Client().state) { state, print in
        var client = Client()
        client.state = state
        client.add(to: &print)
      } == ["endedTasks", "collected"], "the tasks and the world add them")
    var link = Link.State()
    link.isDown = true
    link.weakUntil = now + .seconds(1)
    #expect(
      try unseen(link) { state, print in
        var link = Link()
        link.state = state
        link.add(to: &print, at: now)
      } == ["losses", "hasLostMessage"], "losses count for the affected transaction")
    let conditions = Conditions.cases
    #expect(
      try unseen(Backend(conditions).state) { state, print in
        var backend = Backend(conditions)
        backend.state = state
        backend.add(to: &print, at: now)
      } == [])
    #expect(
      try unseen(User().state) { state, print in
        var user = User()
        user.state = state
        user.add(to: &print, at: now)
      } == [])
  }

  @Test("A fingerprint of the fault injector omits faults that have occurred")
  func faultInjector() throws {
    #expect(
      try unseen(FaultInjector().state) { state, print in
        var faultInjector = FaultInjector()
        faultInjector.state = state
        faultInjector.add(to: &print, at: .start)
      } == ["occurredFaults"])
  }

  @Test("A fingerprint covers every field of a row")
  func rows() throws {
    let flow = Flow(item: 0, product: 0, account: 0, process: 1, state: .paying)
    #expect(try unseen(flow) { $0.add(to: &$1) } == [])
    let record = Record(product: 0, item: 0, order: .latest, account: 0, madeAt: .start)
    #expect(try unseen(record) { $0.add(to: &$1) } == [])
    let task = DeliveryTask(
      transaction: 0, bound: BindingResult(), record: nil, receipt: nil, isManual: true)
    #expect(try unseen(task) { $0.add(to: &$1) } == [])
    #expect(try unseen(StoredRecord()) { $0.add(to: &$1) } == [])
    let tap = TapState(intent: 0, visit: 0, after: .zero, pays: true)
    #expect(try unseen(tap) { $0.add(to: &$1) } == [])
    let intentState = IntentState(item: 0, product: 0, wantsToPay: true)
    #expect(try unseen(intentState) { $0.add(to: &$1) } == [])
    var passed = ObservedProgress()
    passed.receiptStaleUntil = .start + .seconds(2)
    #expect(try unseen(passed) { $0.add(to: &$1, at: .start + .seconds(1)) } == [])
    #expect(try unseen(RequestCounts()) { $0.add(to: &$1) } == [])
    #expect(try unseen(JudgedIntent()) { $0.add(to: &$1) } == [])
    let payment = JudgedPayment(intent: 0, pays: true, tapProcess: 1)
    #expect(try unseen(payment) { $0.add(to: &$1) } == ["rescuedFrom"], "explorations ignore it")
    let call = BackendCall(.verification(task: 0), product: 0, account: 0)
    let request = Request(
      call: call, session: 0, process: 1, sentAt: .start, latency: .zero, check: .zero, losses: 0)
    #expect(try unseen(request) { $0.add(to: &$1) } == ["losses"], "as above")
    let transaction = Transaction(product: 0, flow: nil, state: .charged, payload: Payload())
    #expect(
      try unseen(transaction) { $0.add(to: &$1, at: .start) } == ["interruption"],
      "the world adds it")
    var purchaseCall = PurchaseCall(process: 1)
    (purchaseCall.deliveredRoute, purchaseCall.deliveringProcess) = (.result, 1)
    #expect(try unseen(purchaseCall) { $0.add(to: &$1) } == [])
    var entry = QueueEntry()
    entry.listedFrom = .start + .seconds(2)
    #expect(try unseen(entry) { $0.add(to: &$1, at: .start + .seconds(1)) } == [])
  }

  /// The size of a component with a state and a number of tables, laid out field by field.
  private func size<State>(_ state: State.Type, tables: Int, more: Int = 0) -> Int {
    let table = MemoryLayout<List<Int32>>.stride
    return (MemoryLayout<State>.size + 7) / 8 * 8 + tables * table + more
  }

  @Test("A component has its state and these tables: a new table must be reset and copied")
  func tables() {
    expectEqual(MemoryLayout<Device>.stride, size(Device.State.self, tables: 1))
    expectEqual(MemoryLayout<Store>.stride, size(Store.State.self, tables: 4))
    // Receipts have 128 bits and are aligned to 16 bytes.
    expectEqual(MemoryLayout<Client>.stride, (size(Client.State.self, tables: 3) + 15) / 16 * 16)
    expectEqual(MemoryLayout<Link>.stride, size(Link.State.self, tables: 2))
    expectEqual(
      MemoryLayout<Backend>.stride,
      (size(Backend.State.self, tables: 5, more: MemoryLayout<AvailableCatalog>.stride) + 15) / 16
        * 16)
    expectEqual(MemoryLayout<Judge>.stride, size(Judge.State.self, tables: 4))
    expectEqual(
      MemoryLayout<User>.stride,
      size(User.State.self, tables: 6, more: (MemoryLayout<User.UserConditions>.size + 7) / 8 * 8))
    // Its truths follow the tables, at the alignment of the next field.
    expectEqual(MemoryLayout<FaultInjector>.stride, size(FaultInjector.State.self, tables: 3))
  }

  @Test("A copied component has every row of its tables, and no row after a reset")
  func rowsCopied() throws {
    let flow = Flow(item: 0, product: 0, account: 0, process: 1, state: .paying)
    let record = Record(product: 0, item: 0, order: .latest, account: 0, madeAt: .start)
    var full = Client()
    full.flows.append(flow)
    full.records.append(record)
    full.tasks.append(
      DeliveryTask(
        transaction: 0, bound: BindingResult(), record: nil, receipt: nil, isManual: true))
    var client = Client()
    client.restore(full)
    expectEqual([client.flows.count, client.records.count, client.tasks.count], [1, 1, 1])
    client.reset()
    expectEqual([client.flows.count, client.records.count, client.tasks.count], [0, 0, 0])

    var stocked = Backend(.cases)
    stocked.orders.append(Order(item: 0, account: 0))
    stocked.storedRecords.append(StoredRecord())
    stocked.storedLedgers.append(ChargeSet())
    stocked.servedReceipts.append(Receipt())
    stocked.availableCatalog.delist(1)
    var backend = Backend(.cases)
    backend.restore(stocked)
    func counts(_ backend: borrowing Backend) -> [Int] {
      [
        backend.orders.count, backend.storedRecords.count, backend.storedLedgers.count,
        backend.servedReceipts.count, backend.availableCatalog.items[1].isDelisted ? 1 : 0,
      ]
    }
    expectEqual(counts(backend), [1, 1, 1, 1, 1])
    backend.reset()
    expectEqual(counts(backend), [0, 0, 0, 0, 0])
  }

  @Test("Store, link, user, fault injector and judge copy and reset their rows")
  func moreRowsCopied() {
    var sold = Store()
    sold.transactions.append(
      Transaction(product: 0, flow: nil, state: .charged, payload: Payload()))
    sold.charges.append(0)
    sold.sheetQueue.append(0)
    var store = Store()
    store.restore(sold)
    expectEqual(
      [store.transactions.count, store.charges.count, store.sheetQueue.count], [1, 1, 1])
    store.reset()
    expectEqual(
      [store.transactions.count, store.charges.count, store.sheetQueue.count], [0, 0, 0])

    var busy = Link()
    busy.requests.append(
      Request(
        call: BackendCall(.listing, product: nil, account: 0), session: 0, process: 1,
        sentAt: .start, latency: .zero, check: .zero, losses: 0))
    busy.counts.append(RequestCounts(verifications: 1))
    var link = Link()
    link.restore(busy)
    expectEqual([link.requests.count, link.counts.count], [1, 1])
    link.reset(intentCount: 2)
    expectEqual([link.requests.count, link.counts.count], [0, 2])
    expectEqual(link.counts[0].verifications, 0)

    var waiting = User()
    waiting.intents.append(IntentState(item: 0, product: 0, wantsToPay: true))
    waiting.taps.append(TapState(intent: 0, visit: 0, after: .zero, pays: true))
    waiting.waitingTaps.append(0)
    var user = User()
    user.restore(waiting)
    expectEqual([user.intents.count, user.taps.count, user.waitingTaps.count], [1, 1, 1])
    user.reset()
    expectEqual([user.intents.count, user.taps.count, user.waitingTaps.count], [0, 0, 0])

    var planned = FaultInjector()
    _ = planned.append(PlannedFault(.delisting, intent: 0, at: .tap, after: .zero, declaration: 0))
    planned.passed.append(ObservedProgress(newest: 0))
    var faultInjector = FaultInjector()
    faultInjector.restore(planned)
    expectEqual(
      [faultInjector.plan.count, faultInjector.states.count, faultInjector.passed.count], [1, 1, 1])
    faultInjector.states[0] = .done
    faultInjector.reset(intentCount: 2)
    expectEqual(
      [faultInjector.plan.count, faultInjector.states.count, faultInjector.passed.count], [1, 1, 2])
    #expect(faultInjector.states[0] == .planned && faultInjector.passed[0].newest == nil)

    var judged = Judge()
    judged.intents.append(JudgedIntent(charges: 1))
    judged.payments.append(JudgedPayment(intent: 0, pays: true, tapProcess: 1))
    judged.flows.append(JudgedFlow(intent: 0, pays: true))
    judged.records.append(0)
    var judge = Judge()
    judge.restore(judged)
    expectEqual([judge.intents.count, judge.payments.count], [1, 1])
    expectEqual([judge.flows.count, judge.records.count], [1, 1])
    judge.reset(intentCount: 2)
    expectEqual([judge.intents.count, judge.payments.count], [2, 0])
    expectEqual([judge.flows.count, judge.records.count], [0, 0])
    expectEqual(judge.intents[0].charges, 0)
  }
}
