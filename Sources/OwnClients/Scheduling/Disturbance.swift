import CLibrary

/// Varies what must not matter to a client: the order of sets and dictionaries, and the addresses
/// of objects.
///
/// Swift draws an order for every hash table unless `SWIFT_DETERMINISTIC_HASHING` is set, as the
/// command sets it. The runtime reads an exported value. A table keeps the order with which it was
/// created, so changing the value affects no existing table.
struct Disturbance {
  var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      if isOn { disturb() } else { restore() }
    }
  }
  private var kept: [UnsafeMutableRawPointer?] = []
  private var wasOrderKept = false
  private var times = 0

  private mutating func disturb() {
    let isOrderKept = Disturbance.isOrderKept
    wasOrderKept = isOrderKept?.pointee ?? false
    isOrderKept?.pointee = false
    // Other addresses than in the previous simulation, which are free again by now, and not always
    // the same.
    times += 1
    for _ in 0...times % 4 {
      for size in stride(from: 48, through: 1_024, by: 16) { kept.append(malloc(size)) }
    }
  }

  private mutating func restore() {
    Disturbance.isOrderKept?.pointee = wasOrderKept
    for block in kept { free(block) }
    kept.removeAll()
  }

  /// Whether the runtime uses one fixed order; nil if the value is not exported.
  private static var isOrderKept: UnsafeMutablePointer<Bool>? {
    // After the two halves of the seed.
    dlsym(nil, "_swift_stdlib_Hashing_parameters").map {
      ($0 + 16).assumingMemoryBound(to: Bool.self)
    }
  }
}
