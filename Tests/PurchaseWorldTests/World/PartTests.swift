import EventEngine
import Testing
import TestSupport

@testable import PurchaseWorld

/// What is written once in a part is reset, copied and told apart by fingerprints.
@Suite("Parts of the world")
struct PartTests {
  /// The names of those fields that could change without changing the fingerprint.
  ///
  /// Fields lie one after another, each where its alignment allows. A bit of each of their bytes is
  /// changed; of an integer only the lowest, because large ones are not meant to be there.
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
    #expect(end == MemoryLayout<Value>.size, "all bytes belong to fields")
    return names
  }

  @Test("A fingerprint is made of every field on which the rest of a life depends")
  func states() throws {
    let now = Instant.start + .seconds(1)
    #expect(
      try unseen(Device().state) { state, print in
        var device = Device()
        device.state = state
        device.add(to: &print)
      } == ["session"], "the world adds who is logged in")
    #expect(
      try unseen(Store().state) { state, print in
        var store = Store()
        store.state = state
        store.add(to: &print, at: now)
      } == ["isObserving"], "the world adds it to what the app knows")
    #expect(
      try unseen(Client().state) { state, print in
        var client = Client()
        client.state = state
        client.add(to: &print)
      } == ["endedTasks"], "the tasks say it")
    var link = Link.State()
    link.isDown = true
    link.weakUntil = now + .seconds(1)
    #expect(
      try unseen(link) { state, print in
        var link = Link()
        link.state = state
        link.add(to: &print, at: now)
      } == ["losses", "hasLostMessage"], "losses count by whom they hit")
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

  @Test("A fingerprint of misfortune leaves out what has struck, which only counts")
  func misfortune() throws {
    #expect(
      try unseen(Misfortune().state) { state, print in
        var misfortune = Misfortune()
        misfortune.state = state
        misfortune.add(to: &print)
      } == ["struck"])
  }

  @Test("A fingerprint is made of every field of a row")
  func rows() throws {
    let flow = Flow(
      intent: 0, item: 0, product: 0, account: 0, pays: true, process: 1, state: .paying)
    #expect(try unseen(flow) { $0.add(to: &$1) } == [])
    let record = Record(intent: 0, product: 0, item: 0, order: .latest, account: 0, madeAt: .start)
    #expect(try unseen(record) { $0.add(to: &$1) } == [])
    let task = DeliveryTask(
      transaction: 0, bound: Bound(), record: nil, receipt: nil, isManual: true)
    #expect(try unseen(task) { $0.add(to: &$1) } == [])
    #expect(try unseen(StoredRecord()) { $0.add(to: &$1) } == [])
    let tap = TapState(intent: 0, visit: 0, after: .zero, pays: true)
    #expect(try unseen(tap) { $0.add(to: &$1) } == [])
    let intent = IntentState(item: 0, product: 0, outcome: IntentOutcome(wantsToPay: true))
    #expect(
      try unseen(intent) { $0.add(to: &$1) } == ["receiptStaleUntil"], "it counts until it is over")
    let transaction = Transaction(
      intent: 0, product: 0, tapProcess: 1, flow: nil, pays: true, state: .charged,
      payload: Transaction.Payload())
    #expect(
      try unseen(transaction) { $0.add(to: &$1) } == ["listedFrom", "interruption"],
      "the store and the world add them")
  }

  /// The size of a part of a state and so many tables, as fields lie one after another.
  private func size<State>(_ state: State.Type, tables: Int, more: Int = 0) -> Int {
    let table = MemoryLayout<List<Int32>>.size
    return (MemoryLayout<State>.size + 7) / 8 * 8 + tables * table + more
  }

  @Test("A part holds its state and these tables: another one is to be reset and copied too")
  func tables() {
    #expect(MemoryLayout<Device>.stride == size(Device.State.self, tables: 1))
    #expect(MemoryLayout<Store>.stride == size(Store.State.self, tables: 3))
    // Receipts are of 128 bits, which lie at whole 16 bytes.
    #expect(MemoryLayout<Client>.stride == (size(Client.State.self, tables: 3) + 15) / 16 * 16)
    #expect(MemoryLayout<Link>.stride == size(Link.State.self, tables: 1))
    #expect(
      MemoryLayout<Backend>.stride
        == size(Backend.State.self, tables: 5, more: MemoryLayout<Shelf>.stride))
    #expect(
      MemoryLayout<User>.stride
        == size(User.State.self, tables: 6, more: (MemoryLayout<User.Given>.size + 7) / 8 * 8))
    #expect(
      MemoryLayout<Misfortune>.stride == size(Misfortune.State.self, tables: 2, more: 8))
  }

  @Test("A part that becomes another holds every row of its tables, and none when it is reset")
  func rowsCopied() throws {
    let flow = Flow(
      intent: 0, item: 0, product: 0, account: 0, pays: true, process: 1, state: .paying)
    let record = Record(intent: 0, product: 0, item: 0, order: .latest, account: 0, madeAt: .start)
    var full = Client()
    full.flows.append(flow)
    full.records.append(record)
    full.tasks.append(
      DeliveryTask(transaction: 0, bound: Bound(), record: nil, receipt: nil, isManual: true))
    var client = Client()
    client.become(full)
    #expect([client.flows.count, client.records.count, client.tasks.count] == [1, 1, 1])
    client.reset()
    #expect([client.flows.count, client.records.count, client.tasks.count] == [0, 0, 0])

    var stocked = Backend(.cases)
    stocked.orders.append(Order(item: 0, account: 0))
    stocked.storedRecords.append(StoredRecord())
    stocked.storedLedgers.append(Receipt())
    stocked.servedReceipts.append(Receipt())
    stocked.shelf.delist(1)
    var backend = Backend(.cases)
    backend.become(stocked)
    func counts(_ backend: borrowing Backend) -> [Int] {
      [
        backend.orders.count, backend.storedRecords.count, backend.storedLedgers.count,
        backend.servedReceipts.count, backend.shelf.items[1].isDelisted ? 1 : 0,
      ]
    }
    #expect(counts(backend) == [1, 1, 1, 1, 1])
    backend.reset()
    #expect(counts(backend) == [0, 0, 0, 0, 0])
  }
}
