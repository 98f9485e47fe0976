import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@Suite struct ExplanationTests {
  private func only(_ name: String, _ group: Explanation.Group) throws -> Explanation {
    try #require(Explanation.all.first { $0.name == name && $0.group == group }, "\(name)")
  }

  private func fact(_ name: String, of explanation: Explanation) -> String? {
    explanation.facts.first { $0.name.english == name }?.text.english
  }

  @Test func `every key of every list of fields is explained with its meaning`() throws {
    func expectKeys<Target>(_ fields: [Field<Target>], under path: String) throws {
      for field in fields {
        #expect(try only(path + field.name, .key).meaning == .words(field.summary))
      }
    }
    try expectKeys(ScenarioDraft.fields, under: "")
    try expectKeys(ConditionFields.device, under: "device.")
    try expectKeys(ConditionFields.store, under: "store.")
    try expectKeys(ConditionFields.backend, under: "backend.")
    try expectKeys(ConditionFields.behavior, under: "behavior.")
    try expectKeys(PrecisionDraft.fields, under: "precision.")
    try expectKeys(SweepDraft.fields, under: "sweep.")
    try expectKeys(ParameterDrawDraft.fields, under: "draws.")
    try expectKeys(FitDraft.fields, under: "fit.")
    try expectKeys(FitParameterDraft.fields, under: "fit.free.")
    try expectKeys(PriorDraft.fields, under: "fit.free.prior.")
    for axis in DesignAxes.all {
      #expect(try only(axis.name, .axis).meaning == .words(axis.summary))
    }
    for fault in FaultCatalog.all {
      let name = fault.kind.rawValue
      #expect(try only(name, .fault).meaning == .words(fault.effect))
      for field in fault.parameters {
        #expect(try only(name + "." + field.name, .parameter).meaning == .words(field.summary))
      }
    }
  }

  @Test func `designs, drop points and terms are explained as they are declared`() throws {
    for design in BuiltInDesign.all {
      #expect(try only(design.design.name, .design).meaning == .words(design.title))
    }
    for point in DropPoint.allCases {
      #expect(try only(point.rawValue, .dropPoint).meaning == .words(point.meaning))
    }
    for word in GlossaryTerm.all {
      #expect(try only(word.term, .word).meaning == .words(word.meaning))
    }
  }

  @Test func `rules are explained as declared, and every rule that is referred to exists`() throws {
    for rule in WorldRule.all {
      let explanation = try only(rule.code, .rule)
      expectEqual(explanation.meaning, .words(rule.meaning))
      expectEqual(fact("title", of: explanation), rule.title)
      expectEqual(fact("source", of: explanation), rule.article)
      expectEqual(Explanation.of(rule.code.lowercased()), [explanation])
    }
    let codes = Explanation.all.flatMap(\.phrases).flatMap { phrase in
      phrase.english.matches(of: /\b[SDCBPKGM][0-9]+\b/).map { String($0.0) }
    }
    #expect(codes.count > 200)
    expectEqual(codes.filter { WorldRule.of($0) == nil }, [])
  }

  @Test func `every explanation is unique and has a meaning and a source`() {
    // Columns of tables are explained in the module of the tables.
    for group in Explanation.Group.allCases where group != .column {
      let names = Explanation.all.filter { $0.group == group }.map(\.name)
      #expect(!names.isEmpty)
      expectEqual(Set(names).count, names.count, "\(group)")
    }
    for explanation in Explanation.all {
      #expect(!explanation.meaning.english.isEmpty, "\(explanation.name)")
      expectEqual(explanation.facts.last?.name.english, "source", "\(explanation.name)")
    }
    let metrics = Explanation.all.filter { $0.group == .metric }.map(\.name)
    #expect(metrics.contains("lateRate") && metrics.contains("failedRetryRate"))
  }

  @Test func `the explanation of a key states its differences in a case`() throws {
    let patience = try only("behavior.patience", .key)
    expectEqual(fact("default", of: patience), #"{"lognormal": {"median": "30s", "sigma": 0.5}}"#)
    expectEqual(fact("in a case", of: patience), #""30s""#)
    expectEqual(fact("source", of: patience), "rule P2 (UserRules)")
    expectEqual(fact("not", of: try only("users", .key)), "in a case")
    expectEqual(fact("only", of: try only("plan.tap", .key)), "in a case")
    let kind = try only("faults.fault", .key)
    expectEqual(kind.meaning, "the kind of fault")
    expectEqual(fact("default", of: try only("faults.at", .key)), "that of the kind of fault")
  }

  @Test func `the value of an axis names the built-in designs that have it`() throws {
    let value = try only("repurchase=resumeOrBlock", .value)
    expectEqual(
      fact("used by", of: value),
      "zero-loss-1.0, zero-loss-1.1, zero-loss-1.2, zero-loss-1.3, zero-loss-guest")
    expectEqual(fact("used by", of: try only("binding.item=latestOrder", .value)), "leo")
    expectEqual(fact("default", of: try only("repurchase=allow", .value)), "this value")
    expectEqual(fact("default", of: value), #""allow""#)
    expectEqual(fact("default", of: try only("binding.item=latestOrder", .value)), "[]")
  }

  @Test func `every value of every axis has its own meaning and rules`() throws {
    var known = 0
    for axis in DesignAxes.all {
      switch axis.kind {
      case .choice(let words), .list(of: .choice(let words)):
        expectEqual(axis.meanings.map(\.word), words)
      default: #expect(axis.meanings.isEmpty, "\(axis.name)")
      }
      expectEqual(
        Set(axis.meanings.map(\.meaning) + [axis.summary]).count, axis.meanings.count + 1,
        "\(axis.name)")
      let listed = try only(axis.name, .axis).values
      expectEqual(listed.map(\.name), axis.meanings.map { .verbatim($0.word) })
      expectEqual(listed.map(\.text), axis.meanings.map { .words($0.meaning) })
      for (word, meaning) in axis.meanings {
        let value = try only("\(axis.name)=\(word)", .value)
        expectEqual(value.meaning, .words(meaning))
        expectEqual(fact("axis", of: value), "\(axis.name): \(axis.summary)")
        expectEqual(fact("source", of: value)?.hasPrefix("rule "), true, "\(value.name)")
        known += 1
      }
    }
    expectEqual(known, Explanation.all.filter { $0.group == .value }.count)
    #expect(known > 60)
  }

  @Test func `outcomes of charges, kinds of loss and flags are explained as declared`() throws {
    for outcome in CaseChargeResult.Outcome.allCases {
      #expect(try only(outcome.rawValue, .outcome).meaning == .words(outcome.meaning))
    }
    for kind in LossKind.allCases {
      #expect(try only(kind.rawValue, .lossKind).meaning == .words(kind.meaning))
    }
    for flag in CaseFlag.allCases {
      #expect(try only(flag.rawValue, .flag).meaning == .words(flag.meaning))
    }
    let refused = try only("refused", .flag)
    expectEqual(fact("written", of: refused), "in 'flags' in 'expect' of a case")
    expectEqual(fact("source", of: refused), "rule C1 (ClientRules), rule B1 (BackendRules)")
  }

  @Test func `logged events are explained as declared, with their rules`() throws {
    for event in ClientLogEvent.allCases {
      #expect(try only(event.name, .event).meaning == .words(event.meaning))
    }
    for event in BackendEvent.allCases {
      #expect(try only(event.rawValue, .event).meaning == .words(event.meaning))
    }
    let unbound = try only("iap_purchase_transaction_unbound", .event)
    expectEqual(fact("source", of: unbound), "rule C5 (ClientRules)")
    expectEqual(Explanation.of("iap_verify_fail").map(\.group), [.event])
    expectEqual(Explanation.similarNames(to: "iap_verfy_fail").first, "iap_verify_fail")
  }

  @Test func `a term is found by its first word, or by any word that names nothing else`() {
    expectEqual(Explanation.of("lost").map(\.name), ["lost", "lost order", "lost sale"])
    expectEqual(Explanation.of("lost").map(\.group), [.outcome, .word, .word])
    expectEqual(Explanation.of("Fault").map(\.name), ["fault", "fault plan"])
    expectEqual(Explanation.of("duplicate").map(\.name), ["duplicate delivery"])
    expectEqual(Explanation.of("sale").map(\.name), ["lost sale"])
    expectEqual(Explanation.of("delivery").map(\.name), ["duplicate delivery"])
    // Other terms end with these words, but these words are terms themselves.
    expectEqual(Explanation.of("order").map(\.name), ["order"])
    expectEqual(Explanation.of("record").map(\.name), ["record"])
    expectEqual(
      Explanation.of("drop").map(\.name),
      ["binding.unbound=drop", "retry.then=drop", "drop point"])
    #expect(Explanation.of("one").isEmpty)
  }

  @Test func `a term is found by its names in StoreKit and in the articles`() {
    for word in ["user", "virtual user", "virtual user, user"] {
      expectEqual(Explanation.of(word).map(\.name), ["virtual user, user"], "\(word)")
    }
    for word in ["finishTransaction:", "finishtransaction"] {
      expectEqual(Explanation.of(word).map(\.name), ["finish"], "\(word)")
    }
    expectEqual(Explanation.of("appAccountToken").map(\.name), ["payload"])
    expectEqual(Explanation.of("掉单").map(\.name), ["lost order"])
    expectEqual(Explanation.similarNames(to: "appAccountTokn"), ["payload"])
  }

  @Test func `a name is found in another language, by its end or else by any part`() {
    let names: Explanation.TranslatedNames = { explanation in
      switch (explanation.group, explanation.name) {
      case (.outcome, "recovered"): ["自动补单"]
      case (.metric, "recoveredRate"): ["自动补单率"]
      case (.fault, "crash"): ["崩溃"]
      default: []
      }
    }
    expectEqual(Explanation.of("崩溃", called: names).map(\.name), ["crash"])
    let recovered = Explanation.of("补单", called: names)
    expectEqual(recovered.map(\.name), ["recovered", "recovered"])
    expectEqual(recovered.map(\.group), [.outcome, .word])
    expectEqual(Explanation.of("单率", called: names).map(\.name), ["recoveredRate"])
    expectEqual(Explanation.of("自动", called: names).map(\.name), ["recoveredRate", "recovered"])
    #expect(Explanation.of("崩溃").isEmpty)
    expectEqual(Explanation.similarNames(to: "崩溃问题", called: names), ["crash"])
    #expect(Explanation.similarNames(to: "补单问题", called: names).isEmpty)
  }

  @Test func `a name is found by its last part in any case, and a wrong name has near names`() {
    expectEqual(Explanation.of("patience").map(\.name), ["behavior.patience"])
    expectEqual(Explanation.of("RecordCleared").map(\.name), ["recordCleared"])
    expectEqual(Explanation.of("horizon").map(\.group), [.key, .word])
    expectEqual(
      Explanation.of("onCallback").map(\.name), ["finish=onCallback", "acknowledge=onCallback"])
    expectEqual(Explanation.of("step").map(\.name), ["faults.at.step", "plan.at.step"])
    #expect(Explanation.of("nonsense").isEmpty && Explanation.of("").isEmpty)
    expectEqual(Explanation.similarNames(to: "pateince"), ["behavior.patience"])
    expectEqual(Explanation.similarNames(to: "recordClearde"), ["recordCleared"])
    #expect(Explanation.similarNames(to: "nonsense").isEmpty)
  }

  @Test func `every key with members and every group of axes has a valid example`() {
    let all = Explanation.all.filter { [.key, .axes].contains($0.group) }
    for explanation in all where !explanation.values.isEmpty {
      #expect(Explanation.examples[explanation.name] != nil, "\(explanation.name)")
    }
    for (name, example) in Explanation.examples {
      #expect(all.contains { $0.name == name }, "\(name)")
      let isOfDesign = all.contains { $0.name == name && $0.group == .axes }
      let members =
        isOfDesign
        ? "\"designs\": [{ \"name\": \"d\", \(example) }]"
        : example.hasPrefix("\"designs\"") ? example : "\"designs\": [\"naive\"], \(example)"
      expectEqual(problems("{ \"name\": \"s\", \(members) }"), [], "\(name)")
    }
  }
}
