import PurchaseClientKit

/// A client that asks for an order before a payment, and waits for a login where the session has expired.
protocol LoginWaiter: Actor {
  var device: Device { get }
  /// Tasks that wait until somebody has logged in.
  var waitsForLogin: [CheckedContinuation<Void, Never>] { get set }
}

extension LoginWaiter {
  func order(for item: Item) async throws -> Order {
    while true {
      do {
        return try await device.server.createOrder(for: item, account: device.account())
      } catch ServerError.unauthorized {
        await login()
        try Task.checkCancellation()
      }
    }
  }

  func login() async {
    device.askForLogin()
    await loggedIn()
  }

  func loggedIn() async { await withCheckedContinuation { waitsForLogin.append($0) } }

  func goOnAfterLogin() {
    let waiting = waitsForLogin
    waitsForLogin = []
    for task in waiting { task.resume() }
  }
}
