import CLibrary
import EventEngine
import JSONText

/// A `fit` during reading.
package struct FitDraft {
  var object, design, free: FileValue?

  package static let fields: [Field<FitDraft>] = [
    Field("design", .named, \.design, "the design whose clients and backend were observed")
      .required,
    Field(
      "free",
      .later(
        "a list of values to estimate",
        .object(KeySet(FitParameterDraft.fields, FitParameterDraft())), 1...Fit.maxParameters),
      \.free, "the values to estimate"
    ).required,
  ]
}

/// A free value during reading.
package struct FitParameterDraft {
  var path: ReadValue<ValuePath>?
  var from, to, prior: FileValue?
  var isLogarithmic = false

  package static let fields: [Field<FitParameterDraft>] = [
    Field("path", .path, given: \.path, "the path of the value, as messages print it").required,
    Field("from", DimensionDraft.end, \.from, "the lower end of the range").required,
    Field("to", DimensionDraft.end, \.to, "the upper end of the range, above the lower end")
      .required,
    .boolean("log", \.isLogarithmic, "whether the logarithm of the value is estimated"),
    Field(
      "prior", .later(.other("an object"), .object(KeySet(PriorDraft.fields, PriorDraft()))),
      \.prior, "prior knowledge of the value; by default only the range"),
  ]
}

/// A prior during reading.
package struct PriorDraft {
  var median: FileValue?
  var sigma = 0.0

  package static let fields: [Field<PriorDraft>] = [
    Field(
      "median", DimensionDraft.end, \.median,
      "the median: the value is above or below it with the same probability"
    ).required,
    .number(
      "sigma", 0.001...10, \.sigma,
      "the standard deviation of the value's logarithm; 0.7 is about a factor of 2"
    ).required,
  ]
}

extension ValueFormat<FitDraft> {
  static var fit: ValueFormat {
    draft(FitDraft.fields, FitDraft()) { draft, value, _ in draft.object = value }
  }
}

/// Reads the `fit` of a file.
struct FitReading {
  /// A free value as far as it can be read alone; the draft of an invalid value is nil.
  private typealias FreeEntry = (value: FileValue, draft: FitParameterDraft?, prior: PriorEntry??)

  private let draft: FitDraft
  private let free: [FreeEntry]
  private let json: JSONValue
  private let log: ProblemLog

  /// Reads the parts that do not depend on the rest of the file.
  /// - Parameter json: the whole file.
  init?(_ draft: FitDraft, in json: JSONValue) {
    guard let object = draft.object else { return nil }
    (self.draft, self.json, log) = (draft, json, object.log)
    let list = draft.free?.list(.other("a list of values to estimate"))
    if let list, !(1...Fit.maxParameters).contains(list.count) {
      draft.free?.report("\(list.count) values to estimate", expected: "1 to \(Fit.maxParameters)")
    }
    free = (list ?? []).prefix(Fit.maxParameters).map { value in
      var draft = FitParameterDraft()
      var isRead = value.read(FitParameterDraft.fields, into: &draft)
      for end in [draft.from, draft.to] where end?.sweepEnd() == nil { isRead = false }
      return (value, isRead ? draft : nil, draft.prior.map(FitReading.priorEntry))
    }
  }

  /// Reads the fit; returns nil after reporting a problem.
  /// - Parameter designs: the names of the designs of the file.
  func fit(of designs: [String]) -> Fit? {
    let before = log.count
    let design = draft.design.flatMap { value in
      value.index(
        among: designs, "design", maximum: .max,
        because: value.json.string.map { "\($0.quoted) is not a design of this file" })
    }
    var taken: [VariedPlace] = []
    let free = self.free.compactMap { self.free($0, beside: &taken) }
    guard log.count == before, let design else { return nil }
    let fit = Fit(
      designIndex: design, parameters: free, root: json.simulatedPart, whole: json, file: log.file)
    for (index, entry) in self.free.enumerated() {
      tryEnds(of: index, fit, entry.value, taken[index])
    }
    return log.count == before ? fit : nil
  }

  private func free(_ entry: FreeEntry, beside taken: inout [VariedPlace]) -> Fit.Parameter? {
    guard let draft = entry.draft, let from = draft.from, let to = draft.to,
      let place = VariedPlace(
        draft.path, in: json.simulatedPart, otherwise: { "\($0) cannot be fitted" }),
      taken.allSatisfy({ place.isBeside($0, expecting: "paths that do not overlap") })
    else { return nil }
    let path = place.path
    taken.append(place)
    guard let ends = from.range(to: to, isLogarithmic: draft.isLogarithmic) else { return nil }
    let isDuration = ends.scale == .durations
    let unit = isDuration ? 1e-6 : 1.0
    let range = ends.amounts.lowerBound * unit...ends.amounts.upperBound * unit
    var prior: Fit.Prior?
    if let priorEntry = entry.prior {
      guard let read = priorEntry.flatMap({ self.prior($0, isDuration, unit) }) else { return nil }
      prior = read
    }
    let written = path.value(in: json).flatMap { FileValue($0, ProblemLog(file: "")).sweepEnd() }
    return Fit.Parameter(
      path: path.text, range: range, isDuration: isDuration, isLogarithmic: draft.isLogarithmic,
      prior: prior,
      valueInFile: written.flatMap { end in
        let value = end.amount * unit
        return end.scale == ends.scale && range.contains(value) ? value : nil
      })
  }

  /// Reads the parts of a prior that do not depend on its value.
  private static func priorEntry(_ value: FileValue) -> PriorEntry? {
    guard let draft = value.read(PriorDraft.fields, PriorDraft()), let median = draft.median,
      let end = median.sweepEnd()
    else { return nil }
    return (draft, median, end)
  }

  private typealias PriorEntry = (
    draft: PriorDraft, median: FileValue, end: (amount: Double, scale: Sweep.Scale, isWhole: Bool)
  )

  private func prior(_ entry: PriorEntry, _ isDuration: Bool, _ unit: Double) -> Fit.Prior? {
    let (draft, median, end) = entry
    guard (end.scale == .durations) == isDuration, end.amount > 0 else {
      return median.reportSemanticProblem(
        "\(median.words) is not a possible median of the value",
        expected: isDuration ? "a duration above 0" : "a number above 0")
    }
    return Fit.Prior(median: end.amount * unit, sigma: draft.sigma)
  }

  /// Reads the file with both ends of a free value, and with a value between them: each alone must
  /// be valid. The fit avoids combinations of values that are invalid together.
  private func tryEnds(of index: Int, _ fit: Fit, _ place: FileValue, _ varied: VariedPlace) {
    let free = fit.parameters[index]
    let inner = free.range.lowerBound + 0.381966 * (free.range.upperBound - free.range.lowerBound)
    for value in [free.range.lowerBound, free.range.upperBound, inner] {
      let new = JSONValue(Fit.content(value, of: free), at: place.json.position)
      let put = varied.putting(new, in: fit.root)
      do throws(Problems) { _ = try ScenarioReader.read(put, file: log.file) } catch {
        for problem in error.list where problem.level == .structure {
          if problem.position == varied.place.json.position {
            // The path creates a key that is unknown there.
            var shown = problem
            shown.mend(varied.path)
            shown.namePath()
            shown.move(to: varied.place)
            log.add(shown)
            return
          }
          place.reportSemanticProblem(
            "with \(free.path) at \(fit.output(value, of: free).line): \(problem.message)",
            expected: problem.expected ?? "a value that the format allows")
          return
        }
      }
    }
  }
}
