import EventEngine
import PurchaseClientKit
import PurchaseWorld

extension HostedClient {
  /// The device for the client of a process.
  func device(of process: ClientProcess) -> Device {
    Device(
      store: storeInterface(process), backend: HostedBackend(process: process),
      keychain: HostedStorage(process: process, place: StoragePlace.keychain),
      sandbox: HostedStorage(process: process, place: StoragePlace.sandbox),
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
  let process: ClientProcess, place: Int

  /// The strings that the process reads.
  private var strings: KeyedStrings {
    process.host.checkThread()
    return process.isAlive ? process.host.storage[place] : process.orphaned[place]
  }

  var keys: [String] { strings.keys }
  func get(_ key: String) -> String? { strings.get(key) }

  func set(_ key: String, to value: String?) {
    if let door = process.host.effect(in: process) {
      door.traceStorage(place == StoragePlace.keychain ? "keychain" : "sandbox", key, value)
      process.host.storage[place].set(key, to: value)
      // No client needs so much.
      if process.host.storage[place].isTooMuch { process.host.violation(.storesTooMuch) }
    } else if !process.orphaned[place].isTooMuch {
      // Storage of a dead process is no longer read at some point.
      process.orphaned[place].set(key, to: value)
    }
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

  var now: Instant { Instant(sinceStart: process.host.look(in: process)?.now.sinceStart ?? .zero) }
  var minimumResolution: Duration { .microseconds(1) }

  nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    _ = try await process.host.wait(process) { door in
      .timer(process.host.startTimer(deadline.sinceStart - door.now.sinceStart))
    }
  }
}
