/// Users of a log, identified by hashes of their identities, in bounded memory.
///
/// Two identities in one line belong to the same user from then on.
struct UserTable: ~Copyable {
  /// The largest number of identities: 200 MB, and half as much more during growth.
  static let maximum = 4_000_000

  private struct Slot: BitwiseCopyable {
    /// 0 for an empty slot.
    var hash: UInt64 = 0
    /// The slot of another identity of the same user, or this slot.
    var parent: Int32 = -1
    /// The latest time of the user, in milliseconds since 1970.
    var latest = Int.min
  }

  private let maximum: Int
  private var slots: UnsafeMutablePointer<Slot>, capacity: Int
  private(set) var identities = 0, users = 0
  /// The number of lines with an identity that did not fit.
  private(set) var beyondCapacity = 0

  init(maximum: Int = UserTable.maximum) {
    self.maximum = maximum
    capacity = 1_024
    slots = UserTable.empty(capacity)
  }

  deinit { slots.deallocate() }

  private static func empty(_ capacity: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(), count: capacity)
    return slots
  }

  /// The slot of an identity, created as a new user if necessary; nil if the table is full.
  @inline(__always) mutating func find(_ identity: UInt64) -> Int? {
    let hash = identity == 0 ? 1 : identity
    var place = Int(truncatingIfNeeded: hash) & (capacity - 1)
    while slots[place].hash != hash {
      if slots[place].hash == 0 { return add(hash, at: place) }
      place = (place + 1) & (capacity - 1)
    }
    return place
  }

  @inline(never) private mutating func add(_ hash: UInt64, at place: Int) -> Int? {
    if identities == maximum {
      beyondCapacity += 1
      return nil
    }
    if identities * 2 >= capacity {
      grow()
      return find(hash)
    }
    slots[place] = Slot(hash: hash, parent: Int32(place))
    identities += 1
    users += 1
    return place
  }

  /// Doubles the capacity. The data of a user stay at the slot of one of the user's identities.
  private mutating func grow() {
    let (old, count) = (slots, capacity)
    capacity *= 2
    slots = UserTable.empty(capacity)
    var moved = [Int32](repeating: -1, count: count)
    for index in 0..<count where old[index].hash != 0 {
      var place = Int(truncatingIfNeeded: old[index].hash) & (capacity - 1)
      while slots[place].hash != 0 { place = (place + 1) & (capacity - 1) }
      slots[place] = old[index]
      moved[index] = Int32(place)
    }
    for index in 0..<count where moved[index] >= 0 {
      slots[Int(moved[index])].parent = moved[Int(old[index].parent)]
    }
    old.deallocate()
  }

  /// The slot that represents the user of a slot.
  @inline(__always) func user(of slot: Int) -> Int {
    var slot = slot
    while Int(slots[slot].parent) != slot {
      // Path halving shortens later lookups.
      slots[slot].parent = slots[Int(slots[slot].parent)].parent
      slot = Int(slots[slot].parent)
    }
    return slot
  }

  /// Joins the users of two slots.
  mutating func join(_ first: Int, _ second: Int) {
    let (kept, joined) = (user(of: first), user(of: second))
    if kept == joined { return }
    slots[joined].parent = Int32(kept)
    slots[kept].latest = max(slots[kept].latest, slots[joined].latest)
    users -= 1
  }

  /// Records a time of a user; returns by how many ms it precedes the user's latest time, or 0.
  @inline(__always) mutating func note(_ time: Int, ofUserAt slot: Int) -> Int {
    let user = user(of: slot)
    let latest = slots[user].latest
    if time >= latest {
      slots[user].latest = time
      return 0
    }
    return latest - time
  }
}
