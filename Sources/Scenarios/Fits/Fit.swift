import EventEngine
package import JSONText

/// A fit to a table of observations: the values of a file to estimate, and the observed design.
package struct Fit: Sendable {
  /// A value of the file that is estimated.
  package struct Parameter: Hashable, Sendable {
    /// The path of the value, as problems print it: `faults[2].probability`.
    package var path: String
    /// The range of the value; durations in seconds.
    package var range: ClosedRange<Double>
    package var isDuration: Bool
    /// Whether the logarithm of the value is estimated.
    package var isLogarithmic: Bool
    /// The prior knowledge; nil: all values of the range are equally plausible.
    package var prior: Prior?
    /// The value in the file; nil if it is missing or outside the range.
    package var valueInFile: Double?
  }

  /// A lognormal prior of a value: half of its probability is below the median.
  package struct Prior: Hashable, Sendable {
    /// The median, above 0; in seconds for a duration.
    package var median: Double
    /// The standard deviation of the logarithm, above 0.
    package var sigma: Double
  }

  /// The index of the observed design.
  package var designIndex: Int
  package var parameters: [Parameter]
  /// The file without the keys that do not affect a simulation, and the complete file.
  let root: JSONValue, whole: JSONValue
  let file: String

  /// The maximum number of values to estimate.
  package static let maxParameters = 24
}

extension Fit {
  /// The scenario with some values, and with only the observed design.
  /// - Parameter values: one for each free value, within its range.
  /// - Throws: the problems that the values cause together; each alone has been tried.
  package func scenario(at values: [Double]) throws(Problems) -> Scenario {
    var scenario = try ScenarioReader.read(put(values, into: root), file: file)
    scenario.designs = [scenario.designs[designIndex]]
    scenario.declaredPairs = nil
    (scenario.sampling, scenario.precision) = (.plain, nil)
    return scenario
  }

  /// A value as in the file.
  package func output(_ value: Double, of free: Parameter) -> JSONOutput {
    JSONOutput(JSONValue(Fit.content(value, of: free), at: root.position))
  }

  /// The file with other values, another name, and more members.
  package func file(
    named name: String, at values: [Double], adding members: [JSONOutput.Member]
  ) -> JSONOutput {
    let left = put(values, into: whole).members ?? []
    let kept = left.filter { !["$schema", "fit", "draws"].contains($0.key) }.map { member in
      JSONOutput.Member(member.key, member.key == "name" ? .string(name) : JSONOutput(member.value))
    }
    return .object(kept + members)
  }

  private func put(_ values: [Double], into json: JSONValue) -> JSONValue {
    zip(parameters, values).reduce(json) { json, free in
      let new = JSONValue(Fit.content(free.1, of: free.0), at: json.position)
      let place = FileValue(json, ProblemLog(file: file))
      guard let put = ValuePath(free.0.path)?.putting(new, in: json, for: place) else {
        preconditionFailure("a valid path stays valid")
      }
      return put
    }
  }

  static func content(_ value: Double, of free: Parameter) -> JSONValue.Content {
    if free.isDuration { return .string(Delay(microseconds: Int64((value * 1e6).rounded())).words) }
    return .number(JSONNumber(double: value, integer: Int(exactly: value)))
  }
}
