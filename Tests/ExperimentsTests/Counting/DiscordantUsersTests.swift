import Experiments
import PurchaseWorld
import TestSupport
import Testing

@Suite("Discordant users") struct DiscordantUsersTests {
  static func list(_ users: some Sequence<UInt64>) -> DiscordantUsers {
    var list = DiscordantUsers()
    for user in users { list.add(DiscordantUser(user: user, status: .rescued)) }
    return list
  }

  @Test("a list keeps the ten lowest user numbers, in order, for any order of insertion")
  func lowest() {
    let users = Array(0..<25 as Range<UInt64>)
    let orders = [users, users.reversed(), users.map { $0 * 7 % 25 }]
    for order in orders { expectEqual(Self.list(order).values.map(\.user), Array(0..<10)) }
    expectEqual(Self.list([3, 1]).values.map(\.user), [1, 3])
  }

  @Test("partial lists merge into the list of all users, in any order")
  func merge() {
    let whole = Self.list(0..<40)
    let parts = (0..<3 as Range<UInt64>).map { rest in
      Self.list((0..<40).filter { $0 % 3 == rest })
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var merged = DiscordantUsers()
      for part in order { merged += parts[part] }
      expectEqual(merged, whole)
    }
  }

  @Test("a discordant user has the status of the first lost charge")
  func status() {
    var list = DiscordantUsers()
    list.add(DiscordantUser(user: 2, status: .lost(.crossed, .wrongRecord)))
    expectEqual(list.values, [DiscordantUser(user: 2, status: .lost(.crossed, .wrongRecord))])
  }
}
