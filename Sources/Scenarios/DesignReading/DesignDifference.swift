import JSONText
package import PurchaseWorld

/// What tells two designs apart, and the designs between them.
///
/// The axes that differ form parts, each of which is taken from the one design or from the other as
/// a whole. A part is a single axis, unless a rule of designs ties several: then some design that
/// took one of them without the others could not be played. On demand axes are also taken together
/// when some mixture would leave every source of a binding without anything that feeds it.
package struct DesignDifference: Sendable {
  /// Axes that are taken together.
  package struct Part: Hashable, Sendable {
    /// The name of an axis with the value that each design gives it, in a few words.
    package struct Axis: Hashable, Sendable {
      package var name: String
      package var from: String
      package var to: String

      package init(name: String, from: String, to: String) {
        (self.name, self.from, self.to) = (name, from, to)
      }
    }

    /// The axes; several when they are tied.
    package var axes: [Axis]
  }

  /// The most parts that bits can name: one for every axis would still fit.
  package static let mostParts = 64

  /// The design without any of the parts.
  package let from: Design
  /// The design with all of the parts.
  package let to: Design
  /// The parts, in the order of their first axes.
  package let parts: [Part]

  /// Whether some design between binds by sources of which none is fed.
  package let hasUnfedSources: Bool

  private let fields: [[Field<Design>]]

  /// Compares two designs axis by axis; the names do not count.
  /// - Parameter tyingSources: whether binding's sources and what feeds them are taken together.
  package init(from: Design, to: Design, tyingSources: Bool = false) {
    (self.from, self.to) = (from, to)
    let playable = DesignRule.all.map(\.tie).reduce(from.axes(unlike: to).map { [$0] }) {
      DesignDifference.tied($0, by: $1, from, to)
    }
    let sensible = AxisTie.sources.reduce(playable) { DesignDifference.tied($0, by: $1, from, to) }
    fields = tyingSources ? sensible : playable
    hasUnfedSources = fields.count != sensible.count
    parts = fields.map { fields in
      Part(
        axes: fields.map { field in
          let words = { (design: Design) in field.value(in: design)?.label ?? "none" }
          return Part.Axis(name: field.name, from: words(from), to: words(to))
        })
    }
    precondition(parts.count <= DesignDifference.mostParts, "bits can name every part")
  }

  /// The design that takes some parts, by index as bits, from ``to`` and the rest from ``from``.
  package func hybrid(taking taken: UInt64) -> Design {
    let parts = fields.indices.filter { taken >> UInt64($0) & 1 == 1 }
    var design = from.taking(parts.flatMap { fields[$0] }, from: to)
    design.name = "\(from.name) with \(taken.nonzeroBitCount) of \(to.name)"
    precondition(
      !DesignRule.all.contains { $0.tie.isBroken(design) },
      "a design between two valid ones is valid")
    return design
  }

  /// Groups of axes, those of them merged that together decide whether a mixture breaks a tie.
  ///
  /// What one of the two designs breaks by itself ties nothing.
  private static func tied(
    _ groups: [[Field<Design>]], by tie: AxisTie, _ from: Design, _ to: Design
  ) -> [[Field<Design>]] {
    let concerned = groups.indices.filter { group in
      groups[group].contains { tie.axes.contains($0.name) }
    }
    let broken = (0..<1 << concerned.count).map { taken in
      let bits = concerned.indices.filter { taken >> $0 & 1 == 1 }
      return tie.isBroken(from.taking(bits.flatMap { groups[concerned[$0]] }, from: to))
    }
    guard broken.contains(true), !tie.isBroken(from), !tie.isBroken(to) else { return groups }
    let deciding = concerned.indices.filter { bit in
      broken.indices.contains { broken[$0] != broken[$0 ^ 1 << bit] }
    }.map { concerned[$0] }
    var merged = groups
    merged[deciding[0]] = deciding.flatMap { groups[$0] }
    for group in deciding.dropFirst().reversed() { merged.remove(at: group) }
    return merged
  }
}

extension Design {
  /// The axes on which another design differs, with its update, each with both values in a few words.
  package func differences(to other: Design) -> [DesignDifference.Part.Axis] {
    func words(_ value: JSONOutput?) -> String { value?.label ?? "none" }
    let axes = axes(unlike: other).map { axis in
      DesignDifference.Part.Axis(
        name: axis.name, from: words(axis.value(in: self)), to: words(axis.value(in: other)))
    }
    let (own, others) = (updateOutput?.line ?? "none", other.updateOutput?.line ?? "none")
    return axes + (own == others ? [] : [.init(name: "updates", from: own, to: others)])
  }

  fileprivate func taking(_ axes: [Field<Design>], from other: Design) -> Design {
    with(self) { design in for axis in axes { axis.copy(from: other, into: &design) } }
  }
}
