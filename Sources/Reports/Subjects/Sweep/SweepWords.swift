import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios

/// Words for values, designs and numbers of a sweep, in text and on pages.
extension SweepFindings {
  /// A value as in a scenario, texts without quotation marks; long values are cut.
  func words(of point: Point, in dimension: Int = 0) -> String {
    SweepFindings.words(value(of: point, in: dimension))
  }

  static func words(_ value: Sweep.Dimension.Value) -> String {
    var words = value.json.line
    if case .string(let text) = value.json { words = text.escapingControls }
    let isLong = words.unicodeScalars.dropFirst(40).first != nil
    return isLong ? String(words.unicodeScalars.prefix(39)) + "…" : words
  }

  /// A place on the scale with three significant digits; durations have a suitable unit.
  func words(place: Double, _ language: Language) -> String {
    let number = { (unit: Double) in JSONOutput.number((place / unit).rounded(digits: 3)).line }
    guard dimensions[0].scale == .durations else { return number(1) }
    switch place {
    case ..<1e-3: return language("{0} us", number(1e-6))
    case ..<1: return language("{0} ms", number(1e-3))
    case ..<120: return language("{0} s", number(1))
    case ..<7_200: return language("{0} min", number(60))
    case ..<172_800: return language("{0} h", number(3_600))
    default: return language("{0} d", number(86_400))
    }
  }

  /// Path of the varied value.
  func path(_ dimension: Int = 0) -> String { dimensions[dimension].path.escapingControls }

  func name(_ design: Int) -> String { designNames[design].escapingControls }

  /// Wording for the share by which designs are compared.
  func losses(_ language: Language) -> LossTerms { LossTerms(comparedShare, language) }

  /// Whether a share is zero under all designs at all points.
  func isNever(_ share: (DesignFindings) -> Estimate?) -> Bool {
    points.allSatisfy { $0.designs.allSatisfy { (share($0)?.value ?? 0) == 0 } }
  }

  /// Whether any point has a shared backend after an outage.
  var hasRecoveries: Bool { points.contains { $0.designs.contains { !$0.recoveries.isEmpty } } }

  /// Recovery of a queue: the median time, or the number of replications without recovery or
  /// undecided.
  func recovery(_ found: DesignFindings, _ language: Language) -> String {
    let (recoveries, all) = (found.recoveries, "\(found.recoveries.count)")
    if recoveries.isEmpty { return "–" }
    let count = { (state: QueueRecovery) in recoveries.count { $0 == state } }
    let (metastable, overloaded) = (count(.metastable), count(.overloaded))
    if metastable > 0 { return language("never in {0} of {1}", "\(metastable)", all) }
    if overloaded > 0 { return language("overloaded in {0} of {1}", "\(overloaded)", all) }
    let (undecided, draining) = (count(.undecided), recoveries.draining.count)
    if undecided > 0 { return language("undecided in {0} of {1}", "\(undecided)", all) }
    if draining > 0 { return language("draining in {0} of {1}", "\(draining)", all) }
    return NumberFormat.time(seconds: recoveries.times.median ?? .infinity, language)
  }

  /// Letter of a design on a map: A to Z, then AA.
  package static func letter(_ design: Int) -> String {
    let last = String(UnicodeScalar(UInt8(65 + design % 26)))
    return design < 26 ? last : letter(design / 26 - 1) + last
  }

  /// Map sign of a point: letters of the designs with the fewest losses, the lowest first; a dash
  /// without charges, and one sign if no designs are separated.
  package func mapLetters(of point: Point) -> String {
    let least = point.leastLosingDesignIndices
    if least.isEmpty { return "–" }
    if isOpen(point) { return "?" }
    let letters = least.prefix(3).map(SweepFindings.letter)
    return letters.joined(separator: "=") + (least.count > 3 ? "…" : "")
  }

  /// Whether none of several designs are separated at a point.
  func isOpen(_ point: Point) -> Bool {
    point.leastLosingDesignIndices.count > 1
      && point.leastLosingDesignIndices.count == point.designs.count
  }

  /// Number of points at which a design alone loses least, and at which it shares that with others.
  func leads(of design: Int) -> (alone: Int, shared: Int) {
    let least = points.map(\.leastLosingDesignIndices).filter { $0.contains(design) }
    return (least.count { $0.count == 1 }, least.count { $0.count > 1 })
  }

  /// One line per design: where on the map it loses least.
  func leads(_ language: Language) -> [String] {
    designNames.indices.map { design in
      let (alone, shared) = leads(of: design)
      let (name, points) = ("\(SweepFindings.letter(design)) \(name(design))", "\(points.count)")
      return alone + shared == 0
        ? language("{0}: never loses least ({1} points)", name, points)
        : language(
          "{0}: loses least at {1} of {2} points, ties for least at {3}", name, "\(alone)",
          points, "\(shared)")
    }
  }
}
