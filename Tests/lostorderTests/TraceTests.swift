import Foundation
import Testing

/// `lostorder trace`, as a process of its own.
@Suite("Trace")
struct TraceTests {
  @Test("a lost order is told from the first opening to the last visit")
  func story() throws {
    let ending = try Executable.run("trace", "scenarios/cases/F1.json", "--design", "naive")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output == TraceTests.story)
  }

  static let story = """
    F1: naive

        00:00:00.000  app      is opened: a new process (D1)
        00:00:01.000  app      is ready
        00:00:21.000  user     taps Buy (wish 1)
        00:00:21.000  app      attaches its observer (S3)
        00:00:21.000  app      writes a record of wish 1 (C3)
        00:00:21.000  store    shows the payment sheet of T1 (S1)
        00:00:21.200  store    calls back purchasing for T1
        00:00:29.000  user     pays on the sheet of T1
        00:00:31.000  store    takes the money for T1 (S2)
        00:00:31.100           ⚡ crash
        00:00:31.100  app      dies, and its memory with it (D1)
        00:00:31.100  app      loses the record of wish 1: recordDied (D1)
        00:01:31.100  app      is opened: a new process (D1)
        00:01:32.100  app      is ready
        00:03:31.100  user     leaves the app
        00:03:31.100  app      is ended by the system in the background (D1)
                      … and the same in 20 more visits
     7d 00:00:00.000  app      is opened: a new process (D1)

    charge 1: lost, undelivered, drop point observerMissing

    """

  @Test("C10: a guest's order waits through a new installation for the login")
  func guest() throws {
    let ending = try Executable.run(
      "trace", "scenarios/cases/guest.json", "--design", "zero-loss-guest")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasSuffix(TraceTests.login))
  }

  static let login = """
     1d 00:00:01.000  store    calls back purchased for T1 (S3)
     1d 00:00:01.000  app      keeps T1 until somebody logs in (C10)
     1d 00:00:31.000  user     logs in as account A
     1d 00:00:31.000  app      moves what the device bought to account A (C10)
     1d 00:00:31.000  app      asks verify for T1
     1d 00:00:31.650  backend  creates an order for i1 (B1)
     1d 00:00:31.650  backend  delivers i1 to account A for T1 (B6, B7)
     1d 00:00:31.900  app      is told delivered: verify for T1
     1d 00:00:31.900  app      finishes T1 (S11)

    charge 1: recovered

    """

  @Test("a user of a scenario is played again by number and seed")
  func user() throws {
    let words = ["trace", "scenarios/keep.json", "--design", "keep-1", "--user", "51"]
    let first = try Executable.run(words[0], words[1], words[2], words[3], words[4], words[5])
    let again = try Executable.run(words[0], words[1], words[2], words[3], words[4], words[5])
    #expect(first.code == 0)
    #expect(first.output == again.output)
    #expect(first.output.hasPrefix("keep: keep-1, user 51, seed 2019\n"))
  }

  @Test("a design that is missing or unknown is answered with those that exist")
  func designs() throws {
    let missing = try Executable.run("trace", "scenarios/first.json")
    #expect(missing.code == 64)
    #expect(
      missing.errors
        == "lostorder: the scenario has 2 designs; expected --design with one of zero-loss-1.0,"
        + " zero-loss-1.2\n")
    let unknown = try Executable.run(
      "trace", "scenarios/first.json", "--design", "zero-loss-1.3")
    #expect(unknown.code == 64)
    #expect(
      unknown.errors
        == "lostorder: the scenario has no design 'zero-loss-1.3'; did you mean 'zero-loss-1.0'?\n")
  }
}
