import ExampleClients
import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder shrink --export`: a counterexample for a team's own tests, or for whoever tests with a device.
@Suite struct CaseExportTests {
  private static let lost = [
    "shrink", "scenarios/clients/clients.json", "--design", "zero-loss-1.0-client", "--users",
    "4000",
  ]

  private func shrink(_ options: String..., in folder: String = Executable.package) throws -> Ending
  {
    try Executable.run(
      list: Self.lost + options, in: folder, shell: "c=\"$0-clients\"; exec \"$c\" \"$@\"")
  }

  @Test func `a test of a client whose type has one name makes it by that`() throws {
    let ending = try Executable.runClients(
      "shrink", "scenarios/clients/clients.json", "--design", "keep-client", "--export", "swift")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(
      ending.output.contains(
        """
            // Make it as 'LostOrder.main' makes 'keep': this is its type and a device, and no more.
            client: { KeepClient(device: $0) })

        """), "\(ending.output)")
  }

  @Test func `a test makes the client by its type, to be completed, and replays the case`() throws {
    let ending = try shrink("--name", "wiped", "--export", "swift")
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
    expectEqual(lines.prefix(3), ["import ExampleClients", "import LostOrder", "import Testing"])
    expectEqual(lines[5], "@Test func `wiped loses no order`() throws {")
    // Clients of two names have this type, and differ in what it does not tell.
    #expect(ending.output.contains("\n    client: <#{ ZeroLossClient(device: $0) }#>)\n"))
    #expect(ending.output.contains("\n  #expect(outcome.lostOrders == 0, \"\\(outcome.story)\")\n"))
    // What the case expects is that the order is lost.
    #expect(!ending.output.contains("\"expect\""))
    // The text between the quotation marks is the case: nothing in it has to be escaped.
    let text = try #require(ending.output.firstMatch(of: /"""\n(?s:(.*))"""/)).1
    let client = { (wipes: Bool) in
      try LostOrder.replay(
        scenario: String(text), client: { ZeroLossClient(device: $0, wipesOnFailure: wipes) })
    }
    #expect(try client(true).lostOrders == 1)
    #expect(try client(false).lostOrders == 0 && client(false).charges == 1)
  }

  @Test func `a case of a client names it, and run passes it`() throws {
    let scratch = try Scratch()
    let shrunk = try shrink("--name", "wiped", "--out", scratch.path)
    expectEqual(shrunk.code, 0)
    #expect(shrunk.output.contains(#""client": "zero-loss-1.0""#))
    let run = try Executable.runClients("run", "wiped.json", "--quiet", in: scratch.path)
    expectEqual(run.output, "wiped: pass (1 as expected)\n", "\(run.errors)")
  }

  @Test func `a file is written once, and what is there stays`() throws {
    let scratch = try Scratch()
    let first = try shrink("--name", "wiped", "--export", "swift", "--out", scratch.path)
    let file = scratch.path + "/wiped.swift"
    expectEqual(first.code, 0)
    #expect(
      first.output.hasSuffix(
        """

        written: \(file); 'swift test' runs it
        it makes the client as its type lets expect; complete the line behind 'client:' where 'zero-loss-1.0' is made otherwise

        """))
    #expect(try scratch.list("") == ["wiped.swift"])
    let same = try shrink("--name", "wiped", "--export", "swift", "--out", scratch.path, "--quiet")
    #expect(same.code == 0 && same.output == "")
    try scratch.write("mine", "wiped.swift")
    let other = try shrink("--name", "wiped", "--export", "swift", "--out", scratch.path)
    expectEqual(other.code, 74)
    expectEqual(other.errors, "lostorder: '\(file)' is there already, and stays as it is\n")
    #expect(try scratch.bytes("wiped.swift") == Data("mine".utf8))
  }

  @Test func `a design without a client has no test, and is told which has one`() throws {
    let plain = try Command.run(
      "shrink", "scenarios/cases/F1.json", "--design", "naive", "--export", "swift")
    #expect(
      plain.errors
        == "lostorder: --export swift: the design 'naive' has no client that a test could"
        + " replay; expected a design with 'client', or --export steps\n" && plain.code == 64)
    let beside = try Executable.runClients(
      "shrink", "scenarios/clients/clients.json", "--design", "keep-2", "--export", "swift")
    #expect(beside.errors.hasSuffix("; expected a design with 'client', such as 'keep-client'\n"))
  }

  @Test func `a script has numbers, tools, and what is to be seen`() throws {
    let ending = try Command.run(
      "shrink", "scenarios/cases/F3m.json", "--design", "zero-loss-1.0", "--name", "cleared",
      "--export", "steps")
    #expect(ending.code == 0 && ending.errors == "")
    expectEqual(ending.output, Self.script)
    let chinese = try Command.run(
      "shrink", "scenarios/cases/F3m.json", "--design", "zero-loss-1.0", "--name", "cleared",
      "--export", "steps", "--language", "zh")
    #expect(chinese.output.contains("\n 1. 打开应用\n"))
  }

  static let script = """
    cleared, for whoever tests with a device: StoreKit 1

    Needed: a device or simulator with StoreKit testing in Xcode, or with a sandbox account; a test backend, and an account in it.

     1. open the app
     2. 21s later: tap Buy for 'i2', which the store sells as 'p1'
     3. let the store interrupt the purchase, and tell the app that it is cancelled
          at the moment behind: store: shows the payment sheet of T1
          with: StoreKit testing: interruptedPurchasesEnabled = true, then resolveIssueForTransaction(identifier:)
          with: a sandbox account with Interrupt Purchases (App Store Connect), then its terms accepted on the device
          with: a build that takes that failure for a cancel
     4. 5m later: complete the purchase in the store
     5. 2s later: wait until the store has taken the money
          ✗ T2 is lost from here on: recordCleared
     6. end the app and open it again, and wait some minutes, before this is judged

    What is seen then, however often the app is opened:
      the money is taken, by the store's list of purchases or the test backend's, and 'i2' is not in the app
      charge 1 (T2): lost, undelivered, drop point recordCleared
    What should be seen: whatever was paid for is there, in the account that paid, without anybody's help.

    """
}
