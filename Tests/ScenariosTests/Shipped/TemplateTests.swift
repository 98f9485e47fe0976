import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@Suite struct TemplateTests {
  @Test(arguments: ScenarioTemplate.allCases)
  func `a template is valid under a new name, and its title states what to change`(
    template: ScenarioTemplate
  ) throws {
    let text = template.text(named: "my-1")
    let read = try #require(scenario(text))
    expectEqual(read.name, "my-1")
    #expect(read.title.contains("Change") || read.title.contains("Put in"))
    expectEqual(read.isCase, (template == .case))
    expectEqual((read.sweep != nil), (template == .sweep))
    expectEqual((read.fit != nil), (template == .fit))
    #expect(!read.expectations.isEmpty)
    #expect(text.contains(#""$schema": "schema.json""#))
    // Users who all start at once would be affected by an outage only at a later visit.
    let conditions = read.population.conditions
    for outage in conditions.outages {
      #expect(.start + conditions.behavior.startDelay.quantile(0.9) > outage.start)
    }
  }
}
