import CLibrary
import Foundation
import PurchaseClientKit
import Synchronization

/// Places in which a client notes the order of a purchase. All but ``client``, ``keychain`` and ``sandbox``
/// survive the death of a simulated process although none survives that of an app, or of its installation.
enum NotePlace: String, CaseIterable, Codable, Sendable {
  /// An object of the client.
  case client
  case keychain, sandbox
  case globalVariable, singleton, staticByAccount, staticByTransaction, staticByDevice, lazyGlobal
  case threadLocal, userDefaults, file
  /// Delivered purchases, for the whole program: they are not delivered again.
  case globalDelivered
  /// The number of the next note, for the whole program.
  case globalCounter

  static let honest: [NotePlace] = [.client, .keychain, .sandbox]
  static let global = allCases.filter { !honest.contains($0) }
}

/// Orders first, pays without a token, and notes which order a purchase of a product is for. Without the note it
/// cannot request the goods.
actor NotingClient: PurchaseClient {
  private let device: Device, place: NotePlace
  private var store: any StoreKit2 { device.store.storeKit2 }
  private var notes: [String: String] = [:]
  private var deliveries: Set<String> = []

  init(_ device: Device, _ place: NotePlace) { (self.device, self.place) = (device, place) }

  func launched() async {
    Task { for await result in store.updates { await deliver(result.unsafePayloadValue) } }
    await takeUnfinished()
  }
  func becameActive() async { await takeUnfinished() }

  private func takeUnfinished() async {
    for await result in store.unfinished { await deliver(result.unsafePayloadValue) }
  }

  func buy(_ item: Item) async -> ShownOutcome {
    do {
      let order = try await device.backend.createOrder(for: item, account: device.account())
      note(order.id, for: item.product)
      switch try await store.purchase(item.product, options: []) {
      case .success(let result):
        await deliver(result.unsafePayloadValue)
        return .delivered
      case .userCancelled: return .cancelled
      case .pending: return .pending
      }
    } catch { return .failed }
  }

  private func deliver(_ transaction: Transaction) async {
    guard deliveries.insert(transaction.id).inserted else { return }
    defer { deliveries.remove(transaction.id) }
    if place == .globalDelivered, Note.delivered.withLock({ $0.contains(transaction.id) }) {
      return await store.finish(transaction)
    }
    guard let order = noted(for: transaction.product) else { return }
    let request = VerifyRequest(transaction: transaction.id, proof: transaction.jws, order: order)
    for _ in 0..<5 {
      do {
        _ = try await device.backend.verify(request)
        await store.finish(transaction)
        note(nil, for: transaction.product)
        if place == .globalDelivered { _ = Note.delivered.withLock { $0.insert(transaction.id) } }
        return
      } catch is CancellationError { return } catch {
        guard (try? await device.clock.sleep(for: .seconds(5))) != nil else { return }
      }
    }
  }

  // MARK: Notes

  /// The key of a note: of the whole program, or of its user.
  private func key(_ product: String) -> String {
    switch place {
    case .staticByAccount: "\(device.account()?.id ?? "nobody") \(product)"
    case .staticByDevice: "\(number()) \(product)"
    default: product
    }
  }

  /// A number that is drawn once and kept, so that no other user has it.
  private func number() -> String {
    if let number = device.keychain.get("number") { return number }
    let number = UUID().uuidString
    device.keychain.set("number", to: number)
    return number
  }

  private func note(_ order: String?, for product: String) {
    let key = key(product)
    switch place {
    case .client: notes[key] = order
    case .keychain: device.keychain.set(key, to: order)
    case .sandbox, .globalDelivered: device.sandbox.set(key, to: order)
    case .globalVariable: Note.variable.withLock { $0 = order }
    case .singleton: Note.shared.notes.withLock { $0[key] = order }
    case .staticByAccount, .staticByDevice: Note.all.withLock { $0[key] = order }
    case .staticByTransaction: Note.orders.withLock { $0.append(order ?? "") }
    case .lazyGlobal: lazyNotes.withLock { $0[key] = order }
    case .threadLocal: Thread.current.threadDictionary[key] = order
    case .userDefaults: UserDefaults.standard.set(order, forKey: "lostorder test \(key)")
    case .file: Note.write(order, key)
    case .globalCounter:
      let number = Note.count.add(1, ordering: .relaxed).newValue
      device.sandbox.set(key, to: order.map { "\($0) \(number)" })
    }
  }

  private func noted(for product: String) -> String? {
    let key = key(product)
    return switch place {
    case .client: notes[key]
    case .keychain: device.keychain.get(key)
    case .sandbox, .globalDelivered: device.sandbox.get(key)
    case .globalVariable: Note.variable.withLock { $0 }
    case .singleton: Note.shared.notes.withLock { $0[key] }
    case .staticByAccount, .staticByDevice: Note.all.withLock { $0[key] }
    case .staticByTransaction: Note.orders.withLock { $0.last { !$0.isEmpty } }
    case .lazyGlobal: lazyNotes.withLock { $0[key] }
    case .threadLocal: Thread.current.threadDictionary[key] as? String
    case .userDefaults: UserDefaults.standard.string(forKey: "lostorder test \(key)")
    case .file: Note.read(key)
    case .globalCounter: device.sandbox.get(key).map { String($0.prefix { $0 != " " }) }
    }
  }
}

extension NotePlace {
  /// Clears the state of earlier tests of this process.
  static func clear() { Note.delivered.withLock { $0.removeAll() } }
}

private final class Note: Sendable {
  static let shared = Note()
  let notes = Mutex<[String: String]>([:])

  static let variable = Mutex<String?>(nil)
  static let all = Mutex<[String: String]>([:])
  static let orders = Mutex<[String]>([])
  static let delivered = Mutex<Set<String>>([])
  static let count = Atomic(0)

  /// The real number: a client receives another one.
  private static let process =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self")) ?? ""
  private static func path(_ key: String) -> String {
    NSTemporaryDirectory() + "lostorder-note-\(process)-\(key)"
  }
  static func write(_ order: String?, _ key: String) {
    if let order {
      try? order.write(toFile: path(key), atomically: false, encoding: .utf8)
    } else {
      unlink(path(key))
    }
  }
  static func read(_ key: String) -> String? {
    try? String(contentsOfFile: path(key), encoding: .utf8)
  }
}

private let lazyNotes = Mutex<[String: String]>([:])
