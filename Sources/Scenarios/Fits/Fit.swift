import EventEngine
package import JSONText

/// What is to be found out from a table of observations: which values of a file are free, and the design
/// whose clients were observed.
package struct Fit: Sendable {
  /// A value of the file that is estimated.
  package struct Free: Hashable, Sendable {
    /// The path of the value, as problems print it: `faults[2].probability`.
    package var path: String
    /// The values between which it lies; durations in seconds.
    package var range: ClosedRange<Double>
    package var isDuration: Bool
    /// Whether the logarithm of the value is the measure of what lies between two.
    package var isLogarithmic: Bool
    /// What is known beforehand; nil: every value of the range is as good.
    package var prior: Prior?
    /// The value in the file, if it is there and in the range.
    package var written: Double?
  }

  /// A belief about a value whose logarithm is normal: half of it below the median.
  package struct Prior: Hashable, Sendable {
    /// In seconds if it is a duration; above 0.
    package var median: Double
    /// The standard deviation of the logarithm, above 0.
    package var sigma: Double
  }

  /// The index of the observed design.
  package var design: Int
  package var free: [Free]
  /// The file without what is not played, and with it.
  let root: JSONValue, whole: JSONValue
  let file: String

  /// The most values that are free at once.
  package static let most = 24
}

extension Fit {
  /// The scenario with some values, and the observed design alone.
  /// - Parameter values: one for each free value, of its range.
  /// - Throws: what the values make wrong together; each by itself has been tried.
  package func scenario(at values: [Double]) throws(Problems) -> Scenario {
    var scenario = try ScenarioReader.read(put(values, into: root), file: file)
    scenario.designs = [scenario.designs[design]]
    scenario.comparedPairs = nil
    (scenario.sampling, scenario.precision) = (.plain, nil)
    return scenario
  }

  /// A value as the file writes it.
  package func output(_ value: Double, of free: Free) -> JSONOutput {
    JSONOutput(JSONValue(Fit.content(value, of: free), at: root.position))
  }

  /// The file with other values, a name of its own, and more members.
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
    zip(free, values).reduce(json) { json, new in
      Fit.put(new.1, of: new.0, into: json, log: ProblemLog(file: file))
    }
  }

  static func put(
    _ value: Double, of free: Free, into json: JSONValue, log: ProblemLog
  ) -> JSONValue {
    let new = JSONValue(content(value, of: free), at: json.position)
    guard
      let put = ValuePath(free.path)?.putting(new, in: json, for: FileValue(json, log))
    else { preconditionFailure("a path that led somewhere leads there again") }
    return put
  }

  static func content(_ value: Double, of free: Free) -> JSONValue.Content {
    if free.isDuration { return .string(Delay(microseconds: Int64((value * 1e6).rounded())).words) }
    return .number(JSONNumber(double: value, integer: Int(exactly: value)))
  }
}
