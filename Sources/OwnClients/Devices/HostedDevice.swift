import EventEngine
import PurchaseClientKit
import PurchaseWorld

extension HostedClient {
  /// The device for the client of a process.
  func device(of process: ClientProcess) -> Device {
    return Device(
      store: storeInterface(process), backend: HostedBackend(process: process),
      keychain: HostedStorage(process: process, isKeychain: true),
      sandbox: HostedStorage(process: process, isKeychain: false),
      clock: HostedClock(process: process),
      account: { process.host.look(in: process)?.account.map { ClientNames.account($0) } },
      askForLogin: { process.host.effect(in: process)?.askForLogin() },
      showRecoveryPage: { id in
        guard let door = process.host.effect(in: process),
          let payment = process.host.payment(id, door)
        else { return }
        door.showOnRecoveryPage(payment)
      },
      random: { process.host.effect(in: process)?.random() ?? 0 },
      print: { process.host.look(in: process)?.print($0) })
  }
}

/// Storage that outlives a process.
private struct HostedStorage: Storage {
  let process: ClientProcess, isKeychain: Bool

  func get(_ key: String) -> String? {
    process.host.checkThread()
    guard process.isAlive else {
      return isKeychain ? process.orphaned.keychain.get(key) : process.orphaned.sandbox.get(key)
    }
    return isKeychain ? process.host.keychain.get(key) : process.host.sandbox.get(key)
  }

  func set(_ key: String, to value: String?) {
    let door = process.host.effect(in: process)
    door?.traceStorage(isKeychain ? "keychain" : "sandbox", key, value)
    if door == nil {
      // Storage of a dead process is no longer read at some point.
      if isKeychain, !process.orphaned.keychain.isTooMuch {
        process.orphaned.keychain.set(key, to: value)
      } else if !isKeychain, !process.orphaned.sandbox.isTooMuch {
        process.orphaned.sandbox.set(key, to: value)
      }
      return
    }
    if isKeychain {
      process.host.keychain.set(key, to: value)
      process.host.limit(process.host.keychain)
    } else {
      process.host.sandbox.set(key, to: value)
      process.host.limit(process.host.sandbox)
    }
  }

  var keys: [String] {
    process.host.checkThread()
    guard process.isAlive else {
      return isKeychain ? process.orphaned.keychain.keys : process.orphaned.sandbox.keys
    }
    return isKeychain ? process.host.keychain.keys : process.host.sandbox.keys
  }
}

/// The simulated clock.
private struct HostedClock: Clock {
  struct Instant: InstantProtocol {
    var sinceStart: Duration

    func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
    func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  }

  let process: ClientProcess

  var now: Instant {
    let now = process.host.look(in: process)?.now ?? .start
    return Instant(sinceStart: .microseconds((now - .start).microseconds))
  }
  var minimumResolution: Duration { .microseconds(1) }

  nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    _ = try await process.host.wait(process) { door in
      let now = Duration.microseconds((door.now - .start).microseconds)
      return process.host.sleep(deadline.sinceStart - now)
    }
  }
}
