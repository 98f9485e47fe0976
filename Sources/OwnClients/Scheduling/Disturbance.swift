import CLibrary

/// Lets what must not matter to a client be otherwise: the order of sets and dictionaries, and where in memory
/// things are.
///
/// Swift draws an order for every table unless it is told to keep to one (`SWIFT_DETERMINISTIC_HASHING`), as the
/// command tells it. The runtime reads that from a value that it exports; tables keep the order with which
/// they were made, so that to change it disturbs none that is there.
struct Disturbance {
  var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      if isOn { disturb() } else { calm() }
    }
  }
  private var kept: [UnsafeMutableRawPointer?] = []
  private var wasOrderKept = false
  private var times = 0

  private mutating func disturb() {
    let isOrderKept = Disturbance.isOrderKept
    wasOrderKept = isOrderKept?.pointee ?? false
    isOrderKept?.pointee = false
    // Other addresses than in the life before, which are free again by now; and not always the same others.
    times += 1
    for _ in 0...times % 4 {
      for size in stride(from: 48, through: 1_024, by: 16) { kept.append(malloc(size)) }
    }
  }

  private mutating func calm() {
    Disturbance.isOrderKept?.pointee = wasOrderKept
    for block in kept { free(block) }
    kept.removeAll()
  }

  /// Whether the runtime keeps to one order; nil where it does not say.
  private static var isOrderKept: UnsafeMutablePointer<Bool>? {
    // After the two halves of the seed.
    dlsym(nil, "_swift_stdlib_Hashing_parameters").map {
      ($0 + 16).assumingMemoryBound(to: Bool.self)
    }
  }
}
