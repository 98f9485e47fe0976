import TestSupport
import Testing

/// `run` and `trace` of users who share a backend (B11).
@Suite("Shared backend") struct TogetherTests {
  private static let file = "scenarios/storm.json"
  private static let files = ["comparisons.csv", "designs.csv", "report.html", "together.json"]
  private static let few = ["--users", "2000", "--set", "replications=3"]

  @Test("a run writes its page and its numbers, the same on any number of workers")
  func files() throws {
    let folder = try Scratch()
    var outputs: [String] = []
    for workers in ["1", "3"] {
      let ending = try Command.run(
        list: ["run", Self.file, "--workers", workers, "--format", "json"]
          + Self.few + ["--out", folder.path + "/" + workers])
      expectEqual(ending.errors, "")
      #expect(try folder.list(workers + "/storm") == Self.files)
      outputs.append(ending.output)
    }
    expectEqual(outputs[0], outputs[1])
    expectEqual(
      outputs[0], try folder.text("3/storm/together.json"))
    let page = try folder.text("1/storm/report.html")
    for name in ["arrivals", "refusals", "queue", "waits"] {
      #expect(page.contains("<section id=\"\(name)\""))
    }
  }

  @Test("a user of a shared backend is traced with its waits, in each replication")
  func trace() throws {
    let shown = try ["1", "3"].map { number in
      try Command.run(
        list: ["trace", Self.file, "--design", "as-keep", "--user", "3"]
          + Self.few
          + ["--replication", number, "--set", "backend.capacity.workers=1"]
          + ["--set", "backend.capacity.service.verify=20s"])
    }
    #expect(shown.allSatisfy { $0.code == 0 && $0.output.contains("as-keep, user 3") })
    #expect(shown[1].output.hasPrefix("storm: as-keep, user 3, replication 3 of seed 2021\n"))
    #expect(shown[0].output.contains("until a worker is free (B11)"))
    #expect(shown[0].output != shown[1].output)
    let none = try Command.run(
      list: ["trace", Self.file, "--design", "as-keep", "--replication", "4"] + Self.few)
    expectEqual(none.code, 64)
    #expect(none.errors.contains("there is no replication 4; expected a number from 1 to 3"))
  }

  @Test("methods that need independent users are rejected", arguments: ["attribute", "explore"])
  func refuses(command: String) throws {
    let ending = try Command.run(command, Self.file)
    #expect(ending.code == 64 && ending.output == "")
    #expect(ending.errors.contains("share a backend ('backend.capacity')"))
  }

  @Test("a user number that is not in the shared run is rejected")
  func users() throws {
    for (number, words) in [
      ("0:3", "there is no user 0:3 among 2000; expected a number from 0 to 1999"),
      (
        "549755813888", "there is no user 549755813888 among 2000; expected a number from 0 to 1999"
      ),
      ("1099511627775", "there is no user 1099511627775 among 2000"),
    ] {
      let ending = try Command.run(
        list: ["trace", Self.file, "--design", "as-keep", "--user", number] + Self.few)
      #expect(ending.code == 64 && ending.output == "")
      #expect(ending.errors.contains("--user: " + words), "\(ending.errors)")
    }
  }

  @Test("a recovery that was not observed long enough is undecided in every report (B11)")
  func undecided() throws {
    let folder = try Scratch()
    // The last user starts before the queue can have been normal for five minutes.
    let text = """
      { "name": "s", "users": 400, "replications": 3, "horizon": "1d",
        "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
        "behavior": { "starts": { "uniform": { "from": "0s", "to": "4h" } } },
        "outages": [{ "of": "backend", "from": "226m", "lasts": "8m" }],
        "backend": { "capacity": { "workers": 10000 } }, "designs": ["keep-1"],
        "sweep": { "value": "backend.capacity.workers", "values": [9000, 10000] },
        "expect": [{ "design": "keep-1", "metric": "recoveryTime", "max": "1m" }] }
      """
    try folder.write(text, "s.json")
    try folder.write(text.replacing("226m", with: "200m"), "earlier.json")
    let run = try Executable.run("run", "s.json", in: folder.path)
    expectEqual(run.code, 2)
    #expect(
      run.output.contains("keep-1, outage 1: observed too briefly in 3 of 3\n"), "\(run.output)")
    let json = try folder.text("results/s/together.json")
    #expect(json.contains("[\"undecided\", \"undecided\", \"undecided\"]"))
    #expect(json.contains("\"recoveryTime\": null"))
    let compared = try Executable.run(
      "run", "earlier.json", "--out", "earlier", "--baseline", "results", in: folder.path)
    expectEqual(compared.code, 2)
    #expect(compared.output.contains("keep-1: recoveryTime cannot be measured in one of the runs"))
    let sweep = try Executable.run("sweep", "s.json", in: folder.path)
    #expect(sweep.output.contains("undecided in 3 of 3"), "\(sweep.output)")
    let rows = try folder.text("results/s/sweep.csv")
      .split(separator: "\r\n")
    #expect(rows[0].hasSuffix(",recoveries,metastable,undecided,draining"))
    #expect(rows[1].hasSuffix(",3,0,3,0"))
  }
}
