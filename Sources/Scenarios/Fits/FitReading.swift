import CLibrary
import EventEngine
import JSONText

/// A `fit` while it is read.
package struct FitDraft {
  var object: FileValue?
  var design: FileValue?
  var free: FileValue?

  package init() {}

  package static let fields: [Field<FitDraft>] = [
    Field(
      "design", .named, \.design, "the design whose clients and backend were observed"
    ).required,
    Field(
      "free",
      .later("a list of free values", .object(KeySet(FreeDraft.fields, FreeDraft())), 1...Fit.most),
      \.free, "the values that are estimated"
    ).required,
  ]
}

/// A free value while it is read.
package struct FreeDraft {
  var path: Given<ValuePath>?
  var from, to: FileValue?
  var isLogarithmic = false
  var prior: FileValue?

  package init() {}

  package static let fields: [Field<FreeDraft>] = [
    Field("path", .path, given: \.path, "the path of the value, as messages print it").required,
    Field("from", DimensionDraft.end, \.from, "the least that it may be").required,
    Field("to", DimensionDraft.end, \.to, "the most that it may be, above the least").required,
    .boolean("log", \.isLogarithmic, "whether its logarithm is what is estimated"),
    Field(
      "prior", .later(.other("an object"), .object(KeySet(PriorDraft.fields, PriorDraft()))),
      \.prior, "what is known of it beforehand; by default nothing but the range"),
  ]
}

/// A prior while it is read.
package struct PriorDraft {
  var median: FileValue?
  var sigma = 0.0

  package init() {}

  package static let fields: [Field<PriorDraft>] = [
    Field(
      "median", DimensionDraft.end, \.median, "the value above which it is as likely as below"
    ).required,
    .number(
      "sigma", 0.001...10, \.sigma,
      "the standard deviation of its logarithm: 0.7 doubles or halves it"
    ).required,
  ]
}

extension Form<FitDraft> {
  static var fit: Form {
    Form(.other("an object"), shape: .object(KeySet(FitDraft.fields, FitDraft()))) { value in
      var draft = FitDraft()
      draft.object = value
      value.read(FitDraft.fields, into: &draft)
      return draft
    }
  }
}

/// The `fit` of a file that is read.
struct FitReading {
  /// A free value as far as it can be read by itself; the drafts of what is wrong are nil.
  private typealias Drafted = (value: FileValue, draft: FreeDraft?, belief: Belief??)

  private let draft: FitDraft
  private let free: [Drafted]
  private let json: JSONValue
  private let log: ProblemLog

  /// Reads what can be read without the rest of the file.
  /// - Parameter json: the whole file.
  init?(_ draft: FitDraft, in json: JSONValue) {
    guard let object = draft.object else { return nil }
    (self.draft, self.json, log) = (draft, json, object.log)
    let list = draft.free?.list(.other("a list of free values"))
    if let list, !(1...Fit.most).contains(list.count) {
      draft.free?.report("\(list.count) free values", expected: "1 to \(Fit.most)")
    }
    free = (list ?? []).prefix(Fit.most).map { value in
      var draft = FreeDraft()
      var isRead = value.read(FreeDraft.fields, into: &draft)
      for end in [draft.from, draft.to] where end?.sweepEnd() == nil { isRead = false }
      return (value, isRead ? draft : nil, draft.prior.map(FitReading.belief))
    }
  }

  /// Reads the fit; nil after it has reported what is wrong.
  /// - Parameter designs: the names of the designs of the file.
  func fit(of designs: [String]) -> Fit? {
    let before = log.count
    let design = draft.design.flatMap { index(of: $0, among: designs) }
    var free: [Fit.Free] = []
    var taken: [VariedPlace] = []
    for drafted in self.free {
      if let read = self.free(drafted, beside: &taken) { free.append(read) }
    }
    guard log.count == before, let design else { return nil }
    let fit = Fit(design: design, free: free, root: json.played, whole: json, file: log.file)
    for (index, drafted) in self.free.enumerated() {
      tryEnds(of: index, fit, drafted.value, taken[index])
    }
    return log.count == before ? fit : nil
  }

  private func index(of value: FileValue, among designs: [String]) -> Int? {
    guard let name = value.text() else { return nil }
    return designs.firstIndex(of: name)
      ?? value.report(
        meaning: "\(name.quoted) is not a design of this file", expected: .choice(designs),
        suggestion: NearestName.of(name, among: designs))
  }

  private func free(_ drafted: Drafted, beside taken: inout [VariedPlace]) -> Fit.Free? {
    guard let draft = drafted.draft, let from = draft.from, let to = draft.to,
      let place = VariedPlace(draft.path, in: json.played, otherwise: { "\($0) cannot be fitted" }),
      taken.allSatisfy({ place.isBeside($0, wanting: "paths beside each other") })
    else { return nil }
    let path = place.path
    taken.append(place)
    guard let ends = from.range(to: to, isLogarithmic: draft.isLogarithmic) else { return nil }
    let isDuration = ends.scale == .durations
    let unit = isDuration ? 1e-6 : 1.0
    let range = ends.amounts.lowerBound * unit...ends.amounts.upperBound * unit
    var prior: Fit.Prior?
    if let belief = drafted.belief {
      guard let read = belief.flatMap({ self.prior($0, isDuration, unit) }) else { return nil }
      prior = read
    }
    let written = path.value(in: json).flatMap { FileValue($0, ProblemLog(file: "")).sweepEnd() }
    return Fit.Free(
      path: path.text, range: range, isDuration: isDuration, isLogarithmic: draft.isLogarithmic,
      prior: prior,
      written: written.flatMap { end in
        let value = end.amount * unit
        return end.scale == ends.scale && range.contains(value) ? value : nil
      })
  }

  /// Reads what can be read of a prior without the value of which it is.
  private static func belief(_ value: FileValue) -> Belief? {
    var draft = PriorDraft()
    guard value.read(PriorDraft.fields, into: &draft), let median = draft.median,
      let end = median.sweepEnd()
    else { return nil }
    return (draft, median, end)
  }

  private typealias Belief = (
    draft: PriorDraft, median: FileValue, end: (amount: Double, scale: Sweep.Scale, isWhole: Bool)
  )

  private func prior(_ belief: Belief, _ isDuration: Bool, _ unit: Double) -> Fit.Prior? {
    let (draft, median, end) = belief
    guard (end.scale == .durations) == isDuration, end.amount > 0 else {
      return median.report(
        meaning: "\(median.words) is no median of the value",
        expected: isDuration ? "a duration above 0" : "a number above 0")
    }
    return Fit.Prior(median: end.amount * unit, sigma: draft.sigma)
  }

  /// Puts the ends of a free value, and one between them, into the file: each by itself must be right. What
  /// several values make wrong together is left to the fit, which keeps away from it.
  private func tryEnds(of index: Int, _ fit: Fit, _ place: FileValue, _ varied: VariedPlace) {
    let free = fit.free[index]
    let inner = free.range.lowerBound + 0.381966 * (free.range.upperBound - free.range.lowerBound)
    for value in [free.range.lowerBound, free.range.upperBound, inner] {
      let new = JSONValue(Fit.content(value, of: free), at: place.json.position)
      let put = varied.putting(new, in: fit.root)
      do throws(Problems) { _ = try ScenarioReader.read(put, file: log.file) } catch {
        for problem in error.list where problem.concern == .structure {
          if problem.position == varied.place.json.position {
            // The path makes a key that is not known there.
            var shown = problem
            shown.mend(varied.path)
            if !problem.path.isEmpty { shown.what = "\(problem.path + ": ")\(problem.what)" }
            (shown.path, shown.concern) = (varied.place.path, .meaning)
            log.add(shown)
            return
          }
          place.report(
            meaning: "with \(free.path) at \(fit.output(value, of: free).line): \(problem.what)",
            expected: problem.expected ?? "a value that the format takes")
          return
        }
      }
    }
  }
}
