package import Experiments
package import JSONText
package import PurchaseWorld
import Statistics

/// Weighings as JSON: `results/<name>/weighing.json`.
///
/// The article <doc:WeighingFormat> explains every member.
package enum WeighingJSON {
  /// The version of the form.
  package static let format = 1

  /// Some weighings of one scenario, each with the users who were drawn for it.
  ///
  /// - Parameters:
  ///   - cells: how many parts drawn delays have.
  ///   - plan: a life as the plan of a case writes it.
  package static func output(
    _ weighings: [(Weighing, WeighedSample)], of scenario: String, seed: UInt64, faults: Int,
    cells: Int, plan: (Population.Script) -> JSONOutput
  ) -> JSONOutput {
    .head(format: format).and([
      "scenario": .string(scenario), "seed": .string(String(seed)), "faults": .integer(faults),
      "cells": .integer(cells),
      "designs": .list(weighings) { output($0, $1, among: weighings.count, plan) },
    ])
  }

  private static func output(
    _ weighing: Weighing, _ sample: WeighedSample, among designs: Int,
    _ plan: (Population.Script) -> JSONOutput
  ) -> JSONOutput {
    [
      "design": .string(weighing.design),
      "sizes": .list(weighing.sizes) { size in
        JSONOutput.object([.init("faults", .integer(size.faults))])
          .and(output(size, sample.users[size.faults], sample.sizes[size.faults]))
      },
      "upTo": output(weighing.whole, sample.users.dropLast().reduce(0, +), sample.few),
      "drawnOfAll": drawn(sample.users.reduce(0, +), sample.all),
      "agrees": .some(sample.holds(weighing, among: designs)) { .bool($0) },
      "parts": .list(weighing.parts) { part in
        [
          "kinds": .words(part.kinds), "lostRate": .number(weighing.rate(of: part)),
          "example": .some(part.example, plan),
        ]
      },
    ]
  }

  private static func output(
    _ size: Weighing.Size, _ users: Int, _ moments: RatioMoments
  ) -> JSONOutput {
    [
      "lives": .integer(size.lives), "users": .number(size.users),
      "lostRate": .some(size.rate) { .number($0) }, "drawn": drawn(users, moments),
    ]
  }

  private static func drawn(_ users: Int, _ moments: RatioMoments) -> JSONOutput {
    let estimate = Proportion(moments)?.estimate
    return [
      "users": .integer(users), "charges": .integer(moments.denominators),
      "lost": .integer(moments.numerators), "lostRate": .some(estimate) { .number($0.value) },
      "interval": .some(estimate) { [.number($0.interval.low), .number($0.interval.high)] },
    ]
  }
}
