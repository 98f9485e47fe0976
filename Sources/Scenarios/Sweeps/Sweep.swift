package import JSONText

/// The values that one place of a scenario takes in turn, each with the scenario that it makes.
package struct Sweep: Sendable {
  /// What the values measure, and so whether something lies between two of them.
  package enum Scale: Hashable, Sendable {
    /// Numbers as the format writes them.
    case numbers
    /// Durations; their places are in seconds.
    case durations
    /// Anything else, such as the values of an axis; their places are 0, 1, 2 …
    case choices
  }

  package struct Point: Sendable {
    /// The value as it would stand in the file.
    package var value: JSONOutput
    /// Where it lies on the scale; places ascend.
    package var place: Double
    /// The scenario with this value; it has no expectations and no sweep.
    package var scenario: Scenario
  }

  /// The path of the place, as problems print it: `faults[2].probability`.
  package var path: String
  package var scale: Scale
  /// Whether the logarithm of the place is the measure of what lies between two values.
  package var isLogarithmic: Bool
  /// The values, two or more; all have the same designs by name and order.
  package var points: [Point]

  /// The keys of a scenario that begin the path of a value; every other key either says how much is
  /// played or what is claimed of it.
  package static let roots = [
    "purchasesPerUser", "horizon", "catalog", "device", "store", "backend", "behavior", "faults",
    "outages", "designs",
  ]
}
