import EventEngine
import Experiments
package import JSONText
import PurchaseWorld

/// A trace as JSON.
///
/// The article <doc:TraceFormat> explains every member.
package enum TraceJSON {
  /// The version of the form.
  package static let format = 1

  /// One life.
  package static func output(_ story: Story) -> JSONOutput {
    .object(
      head(story) + [
        .init("design", .string(story.heading.design)),
        .init("events", .array(story.events.map { output($0) })),
        .init("outcome", outcome(of: story)),
      ])
  }

  /// The lives of one user under two designs; what is the same up to the first difference, once.
  package static func output(_ comparison: StoryComparison) -> JSONOutput {
    let lives = [comparison.first, comparison.second].map { story -> JSONOutput in
      [
        "design": .string(story.heading.design),
        "events": .array(comparison.rest(of: story).map { output($0) }),
        "outcome": outcome(of: story),
      ]
    }
    return .object(
      head(comparison.first) + [
        .init("common", .array(comparison.common.map { output($0) })),
        .init("firstDifference", comparison.parting.map { .number(seconds($0)) } ?? .null),
        .init("lives", .array(lives)),
      ])
  }

  /// What both forms begin with.
  private static func head(_ story: Story) -> [JSONOutput.Member] {
    [
      .init("format", .integer(format)), .init("version", .string(Version.current)),
      .init("scenario", .string(story.heading.scenario)),
      .init("user", story.heading.user.map { .string($0) } ?? .null),
      .init("seed", .integer(Int(clamping: story.heading.seed))), .init("plan", story.plan),
    ]
  }

  private static func output(_ event: TraceEvent) -> JSONOutput {
    [
      "time": .number(seconds(event.time)), "actor": .string(event.actor.rawValue),
      "receiver": event.receiver.map { .string($0.rawValue) } ?? .null,
      "text": .string(event.text), "rules": .array(event.rules.map { .string($0) }),
      "kind": .string(event.kind.rawValue),
    ]
  }

  private static func outcome(of story: Story) -> JSONOutput {
    let charges = story.charges.map { charge -> JSONOutput in
      .object(
        [
          .init("transaction", .string(Story.name(of: charge.transaction))),
          .init("wish", .integer(charge.wish + 1)), .init("product", .string(charge.product)),
          .init("price", .integer(charge.outcome.price)),
          .init("time", .number(seconds(charge.outcome.chargedAt))),
        ] + SummaryJSON.fate.members(of: .init(charge.outcome.fate)) + [
          .init(
            "deliveredAfter", charge.outcome.deliveredAfter.map { .number($0.seconds) } ?? .null)
        ])
    }
    return ["charges": .array(charges), "flags": .array(story.flags.map { .string($0) })]
  }

  /// A time in seconds since the start of the run.
  private static func seconds(_ time: Instant) -> Double { Double(time.microseconds) / 1_000_000 }
}
