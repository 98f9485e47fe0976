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
    [
      "format": .integer(format),
      "version": .string(Version.current),
      "scenario": .string(scenario),
      "seed": .string(String(seed)),
      "faults": .integer(faults),
      "cells": .integer(cells),
      "designs": .array(weighings.map { output($0, $1, among: weighings.count, plan) }),
    ]
  }

  private static func output(
    _ weighing: Weighing, _ sample: WeighedSample, among designs: Int,
    _ plan: (Population.Script) -> JSONOutput
  ) -> JSONOutput {
    [
      "design": .string(weighing.design),
      "sizes": .array(
        weighing.sizes.map { size in
          .object(
            [.init("faults", .integer(size.faults))]
              + members(size, sample.users[size.faults], sample.sizes[size.faults]))
        }),
      "upTo": .object(
        members(weighing.whole, sample.users.dropLast().reduce(0, +), sample.few)),
      "drawnOfAll": drawn(sample.users.reduce(0, +), sample.all),
      "agrees": sample.holds(weighing, among: designs).map { .bool($0) } ?? .null,
      "parts": .array(
        weighing.parts.map { part in
          [
            "kinds": .array(part.kinds.map { .string($0.rawValue) }),
            "lostRate": .number(weighing.rate(of: part)),
            "example": part.example.map(plan) ?? .null,
          ]
        }),
    ]
  }

  private static func members(
    _ size: Weighing.Size, _ users: Int, _ moments: RatioMoments
  ) -> [JSONOutput.Member] {
    [
      .init("lives", .integer(size.lives)), .init("users", .number(size.users)),
      .init("lostRate", size.rate.map { .number($0) } ?? .null),
      .init("drawn", drawn(users, moments)),
    ]
  }

  private static func drawn(_ users: Int, _ moments: RatioMoments) -> JSONOutput {
    let estimate = Proportion(moments)?.estimate
    return [
      "users": .integer(users),
      "charges": .integer(moments.denominators),
      "lost": .integer(moments.numerators),
      "lostRate": estimate.map { .number($0.value) } ?? .null,
      "interval": estimate.map { [.number($0.interval.low), .number($0.interval.high)] } ?? .null,
    ]
  }
}
