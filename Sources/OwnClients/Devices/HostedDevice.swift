import EventEngine
import PurchaseClientKit
import PurchaseWorld

extension HostedClient {
  /// The device as the client of a process sees it.
  func device(of process: ClientProcess) -> Device {
    let place = HostedPlace(host: self, process: process)
    return Device(
      store: storeInterface(place), server: HostedServer(place: place),
      keychain: HostedStorage(place: place, isKeychain: true),
      sandbox: HostedStorage(place: place, isKeychain: false), clock: HostedClock(place: place),
      account: { place.host.look(in: place.process)?.account.map { ClientNames.account($0) } },
      askForLogin: { place.host.effect(in: place.process)?.askForLogin() },
      showRecoveryPage: { id in
        guard let door = place.host.effect(in: place.process),
          let payment = place.host.payment(id, door)
        else { return }
        door.showRecoveryPage(payment)
      },
      random: { place.host.effect(in: place.process)?.random() ?? 0 },
      print: { place.host.look(in: place.process)?.print($0) })
  }
}

/// A process in its host. What holds it is used by one thread, whatever the types of a client say.
struct HostedPlace: @unchecked Sendable {
  let host: HostedClient, process: ClientProcess
}

/// What outlives a process.
private struct HostedStorage: Storage {
  let place: HostedPlace, isKeychain: Bool

  func get(_ key: String) -> String? {
    guard place.process.isAlive else {
      return isKeychain
        ? place.process.ghosts.keychain.get(key) : place.process.ghosts.sandbox.get(key)
    }
    return isKeychain ? place.host.keychain.get(key) : place.host.sandbox.get(key)
  }

  func set(_ key: String, to value: String?) {
    let door = place.host.effect(in: place.process)
    door?.noteStored(isKeychain ? "keychain" : "sandbox", key, value)
    if door == nil {
      if isKeychain {
        place.process.ghosts.keychain.set(key, to: value)
      } else {
        place.process.ghosts.sandbox.set(key, to: value)
      }
    } else if isKeychain {
      place.host.keychain.set(key, to: value)
    } else {
      place.host.sandbox.set(key, to: value)
    }
  }

  var keys: [String] {
    guard place.process.isAlive else {
      return isKeychain ? place.process.ghosts.keychain.keys : place.process.ghosts.sandbox.keys
    }
    return isKeychain ? place.host.keychain.keys : place.host.sandbox.keys
  }
}

/// The clock of a life.
private struct HostedClock: Clock {
  struct Instant: InstantProtocol {
    var sinceStart: Duration

    func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
    func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  }

  let place: HostedPlace

  var now: Instant {
    let now = place.host.look(in: place.process)?.now ?? .start
    return Instant(sinceStart: .microseconds((now - .start).microseconds))
  }
  var minimumResolution: Duration { .microseconds(1) }

  nonisolated(nonsending) func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    _ = try await place.host.wait(place.process) { door in
      let now = Duration.microseconds((door.now - .start).microseconds)
      return place.host.sleep(deadline.sinceStart - now)
    }
  }
}
