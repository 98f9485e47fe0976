import JSONText
package import PurchaseWorld

/// The difference between two designs, and the designs between them.
///
/// The different axes form parts. A design between the two takes each part as a whole from one of
/// them. A part is a single axis unless a design rule ties several axes: then a design with only
/// some of them could be invalid. On request, axes are also tied if a mixture could leave all
/// sources of a binding without input.
package struct DesignDifference: Sendable {
  /// Axes that are exchanged together.
  package struct Part: Hashable, Sendable {
    /// The name of an axis with its value in each design, in a few words.
    package struct Axis: Hashable, Sendable {
      package var name: String
      package var from: String
      package var to: String

      package init(name: String, from: String, to: String) {
        (self.name, self.from, self.to) = (name, from, to)
      }

      init(_ axis: Field<Design>, from: Design, to: Design) {
        func words(_ design: Design) -> String { axis.value(in: design)?.label ?? "none" }
        self.init(name: axis.name, from: words(from), to: words(to))
      }
    }

    /// The axes; several if they are tied.
    package var axes: [Axis]
  }

  /// The maximum number of parts that fit in 64 bits; one for every axis would fit.
  package static let maxParts = 64

  /// The design with none of the parts.
  package let from: Design
  /// The design with all of the parts.
  package let to: Design
  /// The parts, in the order of their first axes.
  package let parts: [Part]

  /// Whether a design between the two has a binding whose sources are never written.
  package let hasUnfilledSources: Bool

  private let fields: [[Field<Design>]]

  /// Compares two designs axis by axis, without their names.
  /// - Parameter tyingSources: whether the sources of bindings are tied to the axes that feed them.
  package init(from: Design, to: Design, tyingSources: Bool = false) {
    (self.from, self.to) = (from, to)
    let playable = InvalidCombination.all.map(\.tie).reduce(from.axes(unlike: to).map { [$0] }) {
      DesignDifference.tied($0, by: $1, from, to)
    }
    let sensible = AxisTie.sources.reduce(playable) { DesignDifference.tied($0, by: $1, from, to) }
    fields = tyingSources ? sensible : playable
    hasUnfilledSources = fields.count != sensible.count
    parts = fields.map { Part(axes: $0.map { Part.Axis($0, from: from, to: to) }) }
    precondition(parts.count <= DesignDifference.maxParts, "bits can name every part")
  }

  /// The design with some parts from ``to``, given as bits by index, and the other parts from
  /// ``from``.
  package func hybrid(taking taken: UInt64) -> Design {
    let parts = fields.indices.filter { taken >> UInt64($0) & 1 == 1 }
    var design = from.taking(parts.flatMap { fields[$0] }, from: to)
    design.name = "\(from.name) with \(taken.nonzeroBitCount) of \(to.name)"
    precondition(
      !InvalidCombination.all.contains { $0.tie.isBroken(design) },
      "a design between two valid ones is valid")
    return design
  }

  /// Merges the groups of axes that together decide whether a mixture breaks a tie.
  ///
  /// A tie that one of the two designs breaks itself has no effect.
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
  /// The axes and the update that differ in another design, with both values in a few words.
  package func differingAxes(from other: Design) -> [DesignDifference.Part.Axis] {
    let axes = axes(unlike: other).map { DesignDifference.Part.Axis($0, from: self, to: other) }
    let (own, others) = (updateOutput?.line ?? "none", other.updateOutput?.line ?? "none")
    return axes + (own == others ? [] : [.init(name: "updates", from: own, to: others)])
  }

  fileprivate func taking(_ axes: [Field<Design>], from other: Design) -> Design {
    with(self) { design in for axis in axes { axis.copy(from: other, into: &design) } }
  }
}
