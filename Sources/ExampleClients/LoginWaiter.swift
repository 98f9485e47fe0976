import PurchaseClientKit

/// A client that waits for a login if the session has expired, as when it creates an order before a
/// payment.
protocol LoginWaiter: Actor {
  var device: Device { get }
  /// The tasks that wait for a login.
  var waitsForLogin: [CheckedContinuation<Void, Never>] { get set }
}

extension LoginWaiter {
  func order(for item: Item) async throws -> Order {
    while true {
      do {
        return try await device.backend.createOrder(for: item, account: device.account())
      } catch BackendError.unauthorized {
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

  func resumeAfterLogin() {
    let waiting = waitsForLogin
    waitsForLogin = []
    for task in waiting { task.resume() }
  }
}
