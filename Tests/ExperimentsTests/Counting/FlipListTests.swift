import Experiments
import PurchaseWorld
import TestSupport
import Testing

@Suite("FlipList")
struct FlipListTests {
  static func list(_ users: some Sequence<UInt64>) -> FlipList {
    var list = FlipList()
    for user in users { list.add(Flip(user: user, fate: .rescued)) }
    return list
  }

  @Test("a list keeps the ten lowest users in order, whatever the order in which they come")
  func lowest() {
    let users = Array(0..<25 as Range<UInt64>)
    let orders = [users, users.reversed(), users.map { $0 * 7 % 25 }]
    for order in orders { expectEqual(FlipListTests.list(order).values.map(\.user), Array(0..<10)) }
    expectEqual(FlipListTests.list([3, 1]).values.map(\.user), [1, 3])
  }

  @Test("lists merge into that of all users, in any order")
  func merge() {
    let whole = FlipListTests.list(0..<40)
    let parts = (0..<3 as Range<UInt64>).map { rest in
      FlipListTests.list((0..<40).filter { $0 % 3 == rest })
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var merged = FlipList()
      for part in order { merged += parts[part] }
      expectEqual(merged, whole)
    }
  }

  @Test("a flip keeps how the first lost charge ended")
  func fate() {
    var list = FlipList()
    list.add(Flip(user: 2, fate: .lost(.crossed, .wrongRecord)))
    expectEqual(list.values, [Flip(user: 2, fate: .lost(.crossed, .wrongRecord))])
  }
}
