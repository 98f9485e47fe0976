import CLibrary
import Dispatch
import Foundation
import PurchaseClientKit
import Synchronization

/// Faulty clients, each with one fault.
enum BadClient: String, CaseIterable, Codable, Sendable {
  case standsStill, outlivesDeath, leaksContinuation, leaksGlobal, tooManyTasks
  case remembers, ordersBySet, readsDate, readsTime, drawsChance, makesUUIDs, sleepsOnTheRealClock
  case blocksItsThread, blocksItsThreadByC, readsProcess
  case storesKeys, storesBytes, storesWhenDead, changesDirectory, sellsWithStoreKit1, sellsWithPlay
  case loops, traps, anotherThread, readsElsewhere, endsElsewhere

  func make(_ device: Device) -> any PurchaseClient {
    switch self {
    case .standsStill: Scripted(device) { _ in while !Task.isCancelled { await Task.yield() } }
    case .outlivesDeath:
      Scripted(device) { device in
        while true { try? await device.clock.sleep(for: .seconds(3_600)) }
      }
    case .leaksContinuation:
      Scripted(device) { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    case .leaksGlobal: Scripted(device) { device in kept.withLock { $0.append(device) } }
    case .tooManyTasks:
      Scripted(device) { device in
        for _ in 0..<5_000 { Task { try await device.clock.sleep(for: .seconds(60)) } }
      }
    case .remembers:
      Scripted(device) { device in device.print("\(count.add(1, ordering: .relaxed).newValue)") }
    case .ordersBySet:
      Scripted(device) { device in
        let pending: Set<String> = ["a", "b", "c", "d", "e", "f"]
        device.print(pending.joined())
      }
    case .readsDate: Scripted(device) { device in device.print("\(Date())") }
    case .readsTime: Scripted(device) { device in device.print("\(time(nil)) \(secondsOfDay())") }
    case .drawsChance:
      Scripted(device) { device in device.print("\(Int.random(in: 0..<1_000_000))") }
    case .makesUUIDs: Scripted(device) { device in device.print(UUID().uuidString) }
    case .sleepsOnTheRealClock: Scripted(device) { _ in try? await Task.sleep(for: .seconds(5)) }
    case .blocksItsThread: Scripted(device) { _ in rest() }
    case .blocksItsThreadByC: Scripted(device) { _ in restByC() }
    case .readsProcess:
      Scripted(device) { device in
        let number = ProcessInfo.processInfo.processIdentifier
        device.print("\(getpid()) \(number)")
      }
    case .storesKeys:
      Scripted(device) { device in
        for number in 0..<20_000 { device.keychain.set("\(number)", to: "") }
      }
    case .storesBytes:
      Scripted(device) { device in
        var text = "a"
        while text.utf8.count < 1 << 25 {
          text += text
          device.sandbox.set("log", to: text)
        }
      }
    case .storesWhenDead:
      Scripted(device) { device in
        try? await device.clock.sleep(for: .seconds(86_400))
        for number in 0..<20_000 { device.keychain.set("\(number)", to: "") }
        // After its next launch it also stores too much.
        if device.keychain.keys.count > 2_000 { device.print("too much") }
      }
    case .changesDirectory:
      Scripted(device) { device in
        let isChanged = FileManager.default.changeCurrentDirectoryPath("/") || chdir("/") == 0
        device.print("\(isChanged)")
      }
    case .sellsWithStoreKit1:
      Scripted(device) { device in device.store.paymentQueue.add(Payment(product: "p")) }
    case .sellsWithPlay:
      Scripted(device) { device in
        let billing = device.store.billingClient
        _ = billing.launchBillingFlow(BillingFlowParams(product: "p"))
        _ = try? await billing.queryPurchases()
        device.print("\(billing.isReady)")
      }
    case .loops: Scripted(device) { _ in while count.load(ordering: .relaxed) >= 0 {} }
    case .traps: Scripted(device) { device in _ = [Int]()[device.keychain.keys.count] }
    case .anotherThread:
      Scripted(device) { device in
        DispatchQueue.global(qos: .userInteractive).async { device.keychain.set("a", to: "b") }
        stay()
      }
    case .readsElsewhere:
      Scripted(device) { device in
        DispatchQueue.global(qos: .userInteractive).async { _ = device.sandbox.get("a") }
        stay()
      }
    case .endsElsewhere: EndingElsewhere()
    }
  }
}

/// Blocks the thread for a second, so that the simulation does not end before other threads run.
private func stay() { for _ in 0..<1_000 { poll(nil, 0, 1) } }

private func secondsOfDay() -> Int {
  var now = timeval()
  gettimeofday(&now, nil)
  return now.tv_sec % 86_400
}

private func restByC() {
  sleep(3_600)
  usleep(900_000)
  var wait = timespec(tv_sec: 3_600, tv_nsec: 0)
  clock_nanosleep(CLOCK_MONOTONIC, 0, &wait, nil)
}

/// Calls that the compiler forbids in a task but not inside a function.
private func rest() { Thread.sleep(forTimeInterval: 3_600) }

private let kept = Mutex<[Device]>([])
private let count = Atomic(0)

/// Runs a closure when it is launched, and sells nothing.
private final class Scripted: PurchaseClient {
  private let device: Device
  private let script: @Sendable (Device) async -> Void

  init(_ device: Device, _ script: @escaping @Sendable (Device) async -> Void) {
    (self.device, self.script) = (device, script)
  }

  func launched() async { await script(device) }
  // Nothing finishes it, so that the simulation continues to further launches.
  func buy(_ item: Item) async -> ShownOutcome {
    _ = try? await device.store.storeKit2.purchase(item.product, options: [])
    return .failed
  }
}

/// Ends a tap on another thread by resuming a continuation of its simulation there.
private final class EndingElsewhere: PurchaseClient {
  func launched() async {}
  func buy(_ item: Item) async -> ShownOutcome {
    await withUnsafeContinuation { (end: UnsafeContinuation<Void, Never>) in
      // It begins when the tap waits, late on a busy machine, and continues until the process ends.
      Task {
        // Tests may hold both threads of the usual queue, so that nothing would run there.
        DispatchQueue.global(qos: .userInteractive).async { end.resume() }
        for _ in 0..<30 { stay() }
      }
    }
    return .refused
  }
}

/// Counts its launches in a global variable, and changes its behavior after very many.
final class Late: PurchaseClient {
  private static let launches = Atomic(0)
  private let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async { Late.launches.add(1, ordering: .relaxed) }
  func buy(_ item: Item) async -> ShownOutcome {
    let launches = UInt64(Late.launches.load(ordering: .relaxed))
    let isLate = launches > 60_000 && (launches &* 0x9E37_79B9_7F4A_7C15) >> 63 == 0
    _ = try? await device.store.storeKit2.purchase(isLate ? "none" : item.product, options: [])
    return .failed
  }
}

/// Counts twice at once, and reads the count before it continues: a race.
final class Racing: PurchaseClient {
  private let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async {
    let device = device
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          let count = device.sandbox.get("count").flatMap { Int($0) } ?? 0
          await Task.yield()
          device.sandbox.set("count", to: "\(count + 1)")
        }
      }
    }
    device.print(device.sandbox.get("count") ?? "none")
  }

  func buy(_ item: Item) async -> ShownOutcome { .refused }
}

/// Starts three jobs on the main actor and three without an actor.
final class Mixed: PurchaseClient {
  private let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async {
    let device = device
    for number in 1...3 {
      Task { @MainActor in device.print("main \(number)") }
      Task { device.print("other \(number)") }
    }
  }

  func buy(_ item: Item) async -> ShownOutcome { .refused }
}
