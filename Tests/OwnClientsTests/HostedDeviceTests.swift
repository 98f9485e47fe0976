import EventEngine
import Experiments
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Scenarios
import Synchronization
import TestSupport
import Testing

extension Trace {
  /// The output of the client, with times in seconds.
  var printed: [(seconds: Double, text: String)] {
    entries.compactMap { entry in
      guard case .clientPrinted(let line) = entry.occurrence else { return nil }
      return ((entry.time - .start).seconds, clientOutput[Int(line)])
    }
  }
}

/// The simulated device as a client uses it: events, processes, waiting, storage (D1, D2, D5).
@Suite struct HostedDeviceTests {
  /// Simulates users with faults and a client; returns the output of each, with times in seconds.
  private func lines(
    _ plan: String = "", users: UInt64 = 1, scheduling: Scheduling = .inOrder,
    _ make: @escaping @Sendable (Device) -> any PurchaseClient
  ) throws -> [[String]] {
    let text = #"{ "name": "s", "designs": ["sk2-token"], "faults": [\#(plan)] }"#
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    var design = scenario.designs[0]
    design.client = OwnClients(["own": make]).references[0]
    design.routes = [.result, .updates]
    design.scheduling = scheduling
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    return (0..<users).map { number in
      let user = scenario.population.user(number, seed: 1)
      let trace = simulator.trace(design, of: user, into: &outcome)
      return trace.printed.map { "\(Int($0.seconds)) \($0.text)" }
    }
  }

  @Test func `the keychain survives the process, and memory does not (D1)`() throws {
    let found = try lines(#"{ "fault": "crash", "probability": 1, "at": "charge" }"#) {
      Counting($0)
    }
    expectEqual(found[0].prefix(2), ["1 launch 1, memory 0", "21 tap"])
    #expect(found[0].contains { $0.hasSuffix("launch 2, memory 0") })
  }

  @Test func `a task that waits when its process dies ends and never continues (D1)`() throws {
    let found = try lines(#"{ "fault": "crash", "probability": 1, "at": "charge" }"#) {
      Sleeping($0)
    }
    // It would have continued an hour later, and it ignores the error. Later output is not read.
    expectEqual(found[0].filter { $0.hasSuffix("slept") }, [])
    #expect(found[0].count { $0.hasSuffix("tap") } >= 1)
    let launches = found[0].filter { $0.contains("launch") }
    #expect(launches.count >= 2 && launches.allSatisfy { $0.hasSuffix("launch, ghost: none") })
  }

  @Test func `the purchase of a cancelled task fails, and the app continues (K2)`() throws {
    let found = try lines(#"{ "fault": "taskCancelled", "probability": 1 }"#) { Buying($0) }
    expectEqual(found[0].first?.hasSuffix("CancellationError()"), true, "\(found[0])")
    let undisturbed = try lines { Buying($0) }
    expectEqual(undisturbed[0].first?.contains("Cancellation"), false, "\(undisturbed[0])")
  }

  @Test func `the runtime's own clock shows simulated time`() throws {
    let found = try lines { RuntimeSleeping($0) }
    expectEqual(found[0], ["1 before", "31 after half a minute"])
  }

  @Test func `actors, groups, streams and the main actor run in the simulation`() throws {
    let found = try lines { Busy($0) }
    expectEqual(found[0], ["1 sum 4950", "1 stream 3", "1 main"])
  }

  @Test func `with seeded scheduling, ready tasks run in a reproducible random order`() throws {
    // Both tasks read before either writes.
    let inOrder = try lines(users: 20) { Racing($0) }.map { $0.first?.suffix(1) }
    expectEqual(Set(inOrder), ["1"])
    let seeded = try lines(users: 20, scheduling: .seeded) { Racing($0) }
    expectEqual(Set(seeded.map { $0.first?.suffix(1) }), ["1", "2"])
    #expect(try lines(users: 20, scheduling: .seeded) { Racing($0) } == seeded)
  }

  @Test func `jobs of the main actor keep their order with seeded scheduling`() throws {
    let found = try lines(users: 40, scheduling: .seeded) { Mixed($0) }
    let main = found.map { $0.filter { $0.contains("main") }.map { $0.suffix(1) } }
    expectEqual(Set(main), [["1", "2", "3"]])
    let others = found.map { $0.filter { $0.contains("other") }.map { $0.suffix(1) } }
    #expect(Set(others).count > 3)
  }

  @Test func `a client that never advances the time is a runaway simulation`() throws {
    let text = #"{ "name": "s", "designs": ["sk2-token"] }"#
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    var design = scenario.designs[0]
    design.client = OwnClients(["own": { Endless($0) }]).references[0]
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    let user = scenario.population.user(0, seed: 1)
    #expect(throws: AbortedSimulation.self) {
      try simulator.simulate(design, of: user, into: &outcome)
    }
  }
}

/// Counts its launches in the keychain and in memory.
private actor Counting: PurchaseClient {
  let device: Device
  var memory = 0

  init(_ device: Device) { self.device = device }

  func launched() async {
    let launches = (device.keychain.get("launches").flatMap { Int($0) } ?? 0) + 1
    device.keychain.set("launches", to: "\(launches)")
    device.print("launch \(launches), memory \(memory)")
    memory += 1
  }

  func buy(_ item: Item) async -> ShownOutcome {
    device.print("tap")
    // Never finished, so that the simulation continues.
    _ = try? await device.store.storeKit2.purchase(item.product, options: [])
    return .failed
  }
}

/// Sleeps an hour after a tap, ignores the end of the sleep, and prints it.
private actor Sleeping: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async { device.print("launch, ghost: \(device.keychain.get("ghost") ?? "none")") }

  func buy(_ item: Item) async -> ShownOutcome {
    device.print("tap")
    let store = device.store.storeKit2
    // Never finished, so that the simulation continues.
    Task { _ = try? await store.purchase(item.product, options: []) }
    do { try await device.clock.sleep(for: .seconds(3_600)) } catch {
      device.keychain.set("ghost", to: "written")
    }
    device.print("slept")
    return .failed
  }
}

/// Prints how a purchase ended.
private final class Buying: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }
  func launched() async {}

  func buy(_ item: Item) async -> ShownOutcome {
    do {
      let result = try await device.store.storeKit2.purchase(item.product, options: [])
      device.print("ended: \(result)")
    } catch { device.print("ended: \(error)") }
    return .failed
  }
}

private final class RuntimeSleeping: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async {
    device.print("before")
    try? await Task.sleep(for: .seconds(30))
    device.print("after half a minute")
  }

  func buy(_ item: Item) async -> ShownOutcome { .refused }
}

private final class Busy: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async {
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { number } }
      return await group.reduce(0, +)
    }
    device.print("sum \(sum)")
    let (stream, source) = AsyncStream<Int>.makeStream()
    Task {
      for number in 1...3 {
        await Task.yield()
        source.yield(number)
      }
      source.finish()
    }
    var last = 0
    for await number in stream { last = number }
    device.print("stream \(last)")
    await MainActor.run { device.print("main") }
  }

  func buy(_ item: Item) async -> ShownOutcome { .refused }
}

private final class Endless: PurchaseClient {
  init(_ device: Device) {}
  func launched() async { while !Task.isCancelled { await Task.yield() } }
  func buy(_ item: Item) async -> ShownOutcome { .refused }
}
