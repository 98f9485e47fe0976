#if !DEBUG
  import Experiments
  import Methods
  import Scenarios
  import TestSupport
  import Testing

  /// The break-evens of the shipped scenarios, found again with other users.
  @Suite struct ReleaseSweepTests {
    /// A shipped scenario with another sweep, or with its own.
    private func simulate(_ name: String, seed: UInt64, users: Int, sweep: String? = nil) throws
      -> DifferenceCurve
    {
      let path = PackageFiles.path("scenarios/\(name).json")
      var text = String(decoding: try ScenarioFileReader.bytes(of: path), as: UTF8.self)
      if let sweep {
        let own = #/"sweep": \{[^}]*\}/#
        text.replace(own, with: "\"sweep\": { \(sweep) }")
      }
      var scenario = try ScenarioReader.read(Array(text.utf8), file: name)
      scenario.seed = seed
      scenario.userCount = users
      let plan = try #require(SweepPlan(scenario))
      let points = plan.sweep.points.indices.map { index in
        SweepFindings.Point(
          Runner(plan.scenario(at: index)).run(workers: 2), at: plan.sweep.points[index])
      }
      return try #require(SweepFindings(plan, points).comparisons.first?.curve)
    }

    @Test(arguments: [
      // The break-even with the file's own seed and users, and which design is better below it.
      ("zero-loss", 0.00234, false, #""value": "faults[0].probability", "values": [%, %]"#, ""),
      (
        "spinner", 232, true,
        #""value": "behavior.patience.lognormal.median", "values": ["%", "%"]"#, "s"
      ),
    ])
    func `other users give the same break-even, and runs on both sides confirm it`(
      name: String, place: Double, firstIsBetterBelow: Bool, sides: String, unit: String
    ) throws {
      let curve = try simulate(name, seed: 103, users: 200_000)
      let found = try #require(curve.breakEvens.first)
      #expect(curve.breakEvens.count == 1 && found.firstIsBetterBelow == firstIsBetterBelow)
      let (low, high) = (try #require(found.low), try #require(found.high))
      #expect(low < place && place < high && high / low < 1.5)

      let parts = sides.split(separator: "%", omittingEmptySubsequences: false)
      let (below, above) = ("\(low * 0.85)\(unit)", "\(high * 1.15)\(unit)")
      let other = try simulate(
        name, seed: 104, users: 400_000, sweep: parts[0] + below + parts[1] + above + parts[2])
      let lowerDesigns = [DifferenceCurve.LowerDesign.first, .undecided, .second]
      expectEqual(
        other.segments.map(\.lowerDesign),
        (firstIsBetterBelow ? lowerDesigns : lowerDesigns.reversed()))
    }
  }
#endif
