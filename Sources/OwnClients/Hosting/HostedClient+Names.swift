import PurchaseClientKit
import PurchaseWorld

/// What a device asks of the store, and what the client's words and tokens stand for.
extension HostedClient {
  /// Collects what nobody has finished.
  func query(_ door: ClientPort) -> [Collected] {
    collected = []
    door.query()
    defer { collected = nil }
    return collected ?? []
  }

  /// Begins a sequence of updates; the first listens to the store.
  func beginUpdates(of process: ClientProcess, _ door: ClientPort) -> Int {
    process.updates.append([])
    if !door.isListening { door.listen() }
    return process.updates.count - 1
  }

  /// The order with an identifier; nil if the backend has made none such.
  func order(_ id: String) -> OrderID? { ClientNames.order(id).flatMap(made) }
  private func made(_ order: OrderID) -> OrderID? {
    order.place < (door?.orders ?? 0) ? order : nil
  }

  /// What a token stands for, if it is one of an account or of an order that the backend has made.
  func meaning(_ token: AppAccountToken) -> ClientPayload? {
    guard let meaning = ClientNames.meaning(token) else { return nil }
    if let order = meaning.order, made(order) == nil { return nil }
    return meaning
  }

  func payload(_ token: AppAccountToken?) -> ClientPayload {
    guard let token else { return ClientPayload() }
    if let meaning = meaning(token) { return meaning }
    tokens.append(token)
    return ClientPayload(custom: Int32(tokens.count - 1))
  }

  func payload(username: String?) -> ClientPayload {
    guard let username else { return ClientPayload() }
    if let order = order(username) { return ClientPayload(order: order) }
    usernames.append(username)
    return ClientPayload(custom: Int32(usernames.count - 1))
  }
}
