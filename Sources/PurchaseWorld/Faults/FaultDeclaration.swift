package import EventEngine

/// A declared fault: its probability per intent, its moment, and its parameters.
package struct FaultDeclaration: Hashable, Sendable {
  package var kind: FaultKind
  /// The probability per intent.
  package var probability: Probability
  /// The moment of the intent from which `after` counts.
  package var anchor: FaultAnchor
  /// The delay from the anchor to the fault.
  package var after: Distribution
  package var parameters: FaultParameters
  /// The number of equally probable parts of every delay, each drawn as its middle; nil: none.
  package var cellCount: Int?

  package init(
    kind: FaultKind, probability: Probability, at anchor: FaultAnchor, after: Distribution,
    parameters: FaultParameters
  ) {
    (self.kind, self.probability, self.parameters) = (kind, probability, parameters)
    (self.anchor, self.after) = (anchor, after)
  }

  /// Draws the moment and the parameters of a fault that occurs.
  /// - Parameter intent: the index of its intent.
  /// - Parameter declaration: the index of this declaration; it keys the draws.
  package func planned(for intent: Int, declarationIndex: Int, by draws: KeyedDraws) -> PlannedFault
  {
    var randomDraws = DrawnAnswers(
      cells: cellCount, intent: intent, declaration: declarationIndex, draws: draws)
    return planned(for: intent, declarationIndex: declarationIndex, by: &randomDraws)
  }

  func planned<Answers: FaultAnswers>(
    for intent: Int, declarationIndex: Int, by answers: inout Answers
  ) -> PlannedFault {
    PlannedFault(
      parameters.fault(of: kind, by: &answers), intent: intent, at: anchor,
      after: answers.delay(after, .after), declaration: declarationIndex)
  }

  /// The random bits of a question about an intent.
  @inline(__always) static func bits(
    _ drawID: FaultDrawID, of intent: Int, _ declaration: Int, _ draws: KeyedDraws
  ) -> UInt64 {
    let name = name(of: drawID, declaration, intent)
    return draws.bits(site: name.site, occurrence: name.occurrence)
  }

  /// The key of a declaration's question about an intent.
  @inline(__always) static func name(of drawID: FaultDrawID, _ declaration: Int, _ intent: Int)
    -> DrawKey
  { DrawKey(site: 64 + UInt32(declaration) * 16 + drawID.rawValue, occurrence: UInt32(intent)) }

  /// Answers from a user's random draws.
  private struct DrawnAnswers: FaultAnswers {
    let cells: Int?
    let intent: Int
    let declaration: Int
    let draws: KeyedDraws

    func delay(_ distribution: Distribution, _ drawID: FaultDrawID) -> Delay {
      let bits = FaultDeclaration.bits(drawID, of: intent, declaration, draws)
      guard let cells else { return distribution.sample(bits) }
      let cell = bits.multipliedFullWidth(by: UInt64(cells)).high
      return distribution.middle(of: Int(cell), among: cells)
    }

    func happens(_ chance: Probability, _ drawID: FaultDrawID) -> Bool {
      chance.happens(FaultDeclaration.bits(drawID, of: intent, declaration, draws))
    }
  }
}

/// The questions of one declaration; each declaration has its own sixteen numbers.
enum FaultDrawID: UInt32 {
  case occurs, after, reopens, lasts, returns, completes, resolves, dropsPayload, kills, gap
  case approves, answers, pays, by
}

/// The answers that decide whether a fault occurs and with which parameters.
protocol FaultAnswers {
  mutating func delay(_ distribution: Distribution, _ drawID: FaultDrawID) -> Delay
  mutating func happens(_ chance: Probability, _ drawID: FaultDrawID) -> Bool
}

extension FaultParameters {
  /// The fault of a kind with these parameters, all of which are constants, as in a case.
  package func constantFault(of kind: FaultKind) -> Fault {
    var medians = Medians()
    return fault(of: kind, by: &medians)
  }

  private struct Medians: FaultAnswers {
    func delay(_ distribution: Distribution, _ drawID: FaultDrawID) -> Delay { distribution.median }

    func happens(_ chance: Probability, _ drawID: FaultDrawID) -> Bool { chance == .always }
  }
}
