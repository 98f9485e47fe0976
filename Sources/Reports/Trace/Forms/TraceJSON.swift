import EventEngine
import Experiments
package import JSONText
import PurchaseWorld
import Scenarios

/// A trace as JSON.
///
/// The article <doc:TraceFormat> explains every member.
package enum TraceJSON {
  /// The version of the form.
  package static let format = 1

  /// One life.
  package static func output(_ story: Story) -> JSONOutput {
    head(story).and(life(story, story.events))
  }

  /// The lives of one user under two designs; what is the same up to the first difference, once.
  package static func output(_ comparison: StoryComparison) -> JSONOutput {
    head(comparison.first).and([
      "common": .list(comparison.common, output),
      "firstDifference": .some(comparison.parting) { .number(seconds($0)) },
      "lives": .list([comparison.first, comparison.second]) { life($0, comparison.rest(of: $0)) },
    ])
  }

  /// What both forms begin with.
  private static func head(_ story: Story) -> JSONOutput {
    .head(format: format).and([
      "scenario": .string(story.heading.scenario),
      "user": .some(story.heading.user) { .string($0) },
      "seed": .integer(Int(clamping: story.heading.seed)), "plan": story.plan,
    ])
  }

  private static func life(_ story: Story, _ events: [TraceEvent]) -> JSONOutput {
    let charges = story.charges.map { charge -> JSONOutput in
      let made: JSONOutput = [
        "transaction": .string(Story.name(of: charge.transaction)),
        "wish": .integer(charge.wish + 1), "product": .string(charge.product),
        "price": .integer(charge.outcome.price), "time": .number(seconds(charge.outcome.chargedAt)),
      ]
      return made.and(
        SummaryJSON.charge.written(of: ExpectedCharge(of: charge.outcome.fate)),
        ["deliveredAfter": .some(charge.outcome.deliveredAfter) { .number($0.seconds) }])
    }
    return [
      "design": .string(story.heading.design), "events": .list(events, output),
      "outcome": ["charges": .array(charges), "flags": .words(story.flags)],
    ]
  }

  private static func output(_ event: TraceEvent) -> JSONOutput {
    [
      "time": .number(seconds(event.time)), "actor": .word(event.actor),
      "receiver": .some(event.receiver) { .word($0) }, "text": .string(event.text),
      "rules": .strings(event.rules), "kind": .word(event.kind),
    ]
  }

  /// A time in seconds since the start of the run.
  private static func seconds(_ time: Instant) -> Double { Double(time.microseconds) / 1_000_000 }
}
