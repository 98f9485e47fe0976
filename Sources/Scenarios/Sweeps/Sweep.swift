package import JSONText

/// The values of one place of a scenario, or the combinations of two places, each with its
/// scenario.
package struct Sweep: Sendable {
  /// The scale of the values, which decides whether there are values between two of them.
  package enum Scale: Hashable, Sendable {
    /// Numbers as the format writes them.
    case numbers
    /// Durations, with places in seconds.
    case durations
    /// Other values, such as those of an axis, with the places 0, 1, 2 …
    case choices
  }

  /// A place of the scenario, and its values.
  package struct Dimension: Sendable {
    package struct Value: Hashable, Sendable {
      /// The value as in the file.
      package var json: JSONOutput
      /// The position on the scale; positions ascend.
      package var scalePosition: Double
    }

    /// The path of the place, as problems print it: `faults[2].probability`.
    package var path: String
    package var scale: Scale
    /// Whether interpolation between values is logarithmic.
    package var isLogarithmic: Bool
    /// At least two values, or one if rounding leaves only one.
    package var values: [Value]
  }

  package struct Point: Sendable {
    /// The index of its value in each dimension.
    package var valueIndices: [Int]
    /// The scenario with these values, without expectations and sweep.
    package var scenario: Scenario
  }

  /// One dimension, or two that are varied together.
  package var dimensions: [Dimension]
  /// One point per value or per pair of values, in which the second value changes faster. All
  /// points have the same designs in the same order.
  package var points: [Point]

  /// The keys with which the path of a value can begin; other keys concern the amount of simulation
  /// or the expectations.
  package static let roots = [
    "purchasesPerUser", "horizon", "catalog", "device", "store", "backend", "behavior", "faults",
    "outages", "designs",
  ]
  /// The maximum number of points of two dimensions.
  package static let maxPoints = 400
}
