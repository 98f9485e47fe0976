package import JSONText

/// The values that one place of a scenario takes in turn, or two places together, each with the scenario
/// that it makes.
package struct Sweep: Sendable {
  /// What values measure, and so whether something lies between two of them.
  package enum Scale: Hashable, Sendable {
    /// Numbers as the format writes them.
    case numbers
    /// Durations; their places are in seconds.
    case durations
    /// Anything else, such as the values of an axis; their places are 0, 1, 2 …
    case choices
  }

  /// A place of the scenario, and what is put there in turn.
  package struct Dimension: Sendable {
    package struct Value: Hashable, Sendable {
      /// The value as it would stand in the file.
      package var json: JSONOutput
      /// Where it lies on the scale; places ascend.
      package var place: Double
    }

    /// The path of the place, as problems print it: `faults[2].probability`.
    package var path: String
    package var scale: Scale
    /// Whether the logarithm of the place is the measure of what lies between two values.
    package var isLogarithmic: Bool
    /// The values, two or more, or one where rounding leaves no other.
    package var values: [Value]
  }

  package struct Point: Sendable {
    /// The index of its value in each dimension.
    package var at: [Int]
    /// The scenario with these values; it has no expectations and no sweep.
    package var scenario: Scenario
  }

  /// One, or two that are varied together.
  package var dimensions: [Dimension]
  /// Every value, or every value of the first with every one of the second, which changes first; all have
  /// the same designs by name and order.
  package var points: [Point]

  /// The keys of a scenario that begin the path of a value; every other key either says how much is
  /// played or what is claimed of it.
  package static let roots = [
    "purchasesPerUser", "horizon", "catalog", "device", "store", "backend", "behavior", "faults",
    "outages", "designs",
  ]
  /// The most points of two dimensions.
  package static let mostPoints = 400
}
