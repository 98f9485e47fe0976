import Testing

@Suite("Explain") struct ExplainTests {
  @Test("a key is explained with its kind, default and source")
  func key() throws {
    let ending = try Executable.run("explain", "patience")
    #expect(
      ending.output == """
        behavior.patience: key of a scenario
          how long a spinner may turn (P2)

          takes      a duration such as '5s', or one of uniform, exponential, lognormal, weibull or
                     empirical
          default    {"lognormal": {"median": "30s", "sigma": 0.5}}
          in a case  "30s"
          source     rule P2 (UserRules)

        """)
    #expect(ending.code == 0)
  }

  @Test("a name with several meanings has them all, and words of two words need no quotes")
  func several() throws {
    let finish = try Executable.run("explain", "finish").output
    #expect(finish.hasPrefix("finish: axis of designs\n"))
    #expect(finish.contains("\n\nfinish: word\n"))
    let lost = try Executable.run("explain", "lost", "order").output
    #expect(lost.hasPrefix("lost order: word\n  charged, and at the horizon"))
  }

  @Test("without a key everything is listed by group, in lines that fit")
  func list() throws {
    let ending = try Executable.run("explain")
    let lines = ending.output.split(separator: "\n").map(String.init)
    #expect(
      lines.filter { !$0.hasPrefix(" ") } == [
        "keys of a scenario", "distributions", "faults", "parameters of faults", "axes of designs",
        "values of axes", "built-in designs", "metrics", "drop points", "words",
      ])
    #expect(lines.allSatisfy { $0.count <= 101 })
    #expect(ending.output.contains("behavior.patience,"))
  }

  @Test("an unknown name is refused with the nearest ones")
  func unknown() throws {
    let ending = try Executable.run("explain", "pateince")
    #expect(
      ending.errors == "lostorder: there is nothing to explain about 'pateince';"
        + " 'lostorder explain' lists everything; did you mean 'behavior.patience'?\n")
    #expect(ending.output == "")
    #expect(ending.code == 64)
  }
}
