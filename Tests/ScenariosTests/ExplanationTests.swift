import PurchaseWorld
import Scenarios
import Testing

@Suite struct ExplanationTests {
  private func only(_ name: String, _ group: Explanation.Group) throws -> Explanation {
    try #require(Explanation.all.first { $0.name == name && $0.group == group }, "\(name)")
  }

  private func fact(_ name: String, of explanation: Explanation) -> String? {
    explanation.facts.first { $0.name == name }?.text
  }

  @Test func `every key of every list of fields is explained with its meaning`() throws {
    func expectKeys<Target>(_ fields: [Field<Target>], under path: String) throws {
      for field in fields {
        #expect(try only(path + field.name, .key).meaning == field.summary)
      }
    }
    try expectKeys(ScenarioDraft.fields, under: "")
    try expectKeys(ConditionFields.device, under: "device.")
    try expectKeys(ConditionFields.store, under: "store.")
    try expectKeys(ConditionFields.backend, under: "backend.")
    try expectKeys(ConditionFields.behavior, under: "behavior.")
    try expectKeys(PrecisionDraft.fields, under: "precision.")
    try expectKeys(SweepDraft.fields, under: "sweep.")
    for axis in DesignAxes.all {
      #expect(try only(axis.name, .axis).meaning == axis.summary)
    }
    for fault in FaultCatalog.all {
      let name = fault.kind.rawValue
      #expect(try only(name, .fault).meaning == fault.effect)
      for field in fault.parameters {
        #expect(try only(name + "." + field.name, .parameter).meaning == field.summary)
      }
    }
  }

  @Test func `designs, drop points and words are explained as they are declared`() throws {
    for design in BuiltInDesign.all {
      #expect(try only(design.design.name, .design).meaning == design.title)
    }
    for point in DropPoint.allCases {
      #expect(try only(point.rawValue, .dropPoint).meaning == point.meaning)
    }
    for word in GlossaryWord.all {
      #expect(try only(word.term, .word).meaning == word.meaning)
    }
  }

  @Test func `nothing is explained twice, and nothing without a meaning and a source`() {
    for group in Explanation.Group.allCases {
      let names = Explanation.all.filter { $0.group == group }.map(\.name)
      #expect(!names.isEmpty)
      #expect(Set(names).count == names.count, "\(group)")
    }
    for explanation in Explanation.all {
      #expect(!explanation.meaning.isEmpty, "\(explanation.name)")
      #expect(explanation.facts.last?.name == "source", "\(explanation.name)")
    }
    let metrics = Explanation.all.filter { $0.group == .metric }.map(\.name)
    #expect(metrics.contains("lateRate") && metrics.contains("failedRetryRate"))
  }

  @Test func `a key says what differs in a case`() throws {
    let patience = try only("behavior.patience", .key)
    #expect(fact("default", of: patience) == #"{"lognormal": {"median": "30s", "sigma": 0.5}}"#)
    #expect(fact("in a case", of: patience) == #""30s""#)
    #expect(fact("source", of: patience) == "rule P2 (UserRules)")
    #expect(fact("not", of: try only("users", .key)) == "in a case")
    #expect(fact("only", of: try only("plan.tap", .key)) == "in a case")
    let kind = try only("faults.fault", .key)
    #expect(kind.meaning == "the kind of fault")
    #expect(fact("default", of: try only("faults.at", .key)) == "that of the kind of fault")
  }

  @Test func `the value of an axis names the built-in designs that have it`() throws {
    let value = try only("repurchase=resumeOrBlock", .value)
    #expect(
      fact("built in", of: value)
        == "zero-loss-1.0, zero-loss-1.1, zero-loss-1.2, zero-loss-1.3, zero-loss-guest")
    #expect(fact("built in", of: try only("binding.item=latestOrder", .value)) == "leo")
    #expect(fact("default", of: try only("repurchase=allow", .value)) == "it is the default")
  }

  @Test
  func `a name is found by its last part, whatever its letters, and a wrong one has neighbours`() {
    #expect(Explanation.of("patience").map(\.name) == ["behavior.patience"])
    #expect(Explanation.of("RecordCleared").map(\.name) == ["recordCleared"])
    #expect(Explanation.of("horizon").map(\.group) == [.key, .word])
    #expect(Explanation.of("onCallback").map(\.name) == ["finish=onCallback"])
    #expect(Explanation.of("step").map(\.name) == ["faults.at.step", "plan.at.step"])
    #expect(Explanation.of("nonsense").isEmpty)
    #expect(Explanation.near("pateince") == ["behavior.patience"])
    #expect(Explanation.near("recordClearde") == ["recordCleared"])
    #expect(Explanation.near("nonsense").isEmpty)
  }
}
