package import EventEngine

/// One way in which a declared fault can strike.
package struct FaultAlternative: Hashable, Sendable {
  package var fault: Fault
  /// From the anchor to the strike.
  package var after: Delay
  /// How likely it is that the fault strikes in this way if it strikes, above 0 and at most 1.
  package var share: Double
}

extension FaultRate {
  /// Every way in which the fault can strike; their shares add up to 1.
  /// - Precondition: drawn delays are cut into ``cells``, or none varies.
  package func alternatives() -> [FaultAlternative] {
    var all: [FaultAlternative] = []
    var answers = EveryAnswer(cells: cells)
    repeat {
      answers.begin()
      let planned = planned(for: 0, declaration: 0, by: &answers)
      all.append(FaultAlternative(fault: planned.fault, after: planned.after, share: answers.share))
    } while answers.advance()
    return all
  }
}

extension Distribution {
  /// The median of one of some equally likely parts of the samples.
  /// - Parameter cell: which of them, from 0.
  func middle(of cell: Int, among cells: Int) -> Delay {
    quantile((Double(cell) + 0.5) / Double(cells))
  }
}

/// Answers that go through all combinations, the last question's first.
///
/// Which questions are asked may depend on the answers before.
private struct EveryAnswer: FaultAnswers {
  let cells: Int?
  /// The answers given, and how many there are to each, in the order of the questions; those after the
  /// last change are forgotten.
  private var digits: [(value: Int, count: Int)] = []
  /// The number of questions asked since the beginning.
  private var asked = 0
  /// How likely the answers since the beginning are.
  private(set) var share = 1.0
  init(cells: Int?) { self.cells = cells }
  mutating func begin() { (asked, share) = (0, 1) }

  /// Goes on to the next combination; false after the last one.
  mutating func advance() -> Bool {
    while let last = digits.popLast() {
      if last.value + 1 < last.count {
        digits.append((last.value + 1, last.count))
        return true
      }
    }
    return false
  }

  /// The answer to the next question, from 0.
  private mutating func answer(of count: Int) -> Int {
    if asked == digits.count { digits.append((0, count)) }
    asked += 1
    return digits[asked - 1].value
  }

  mutating func delay(_ distribution: Distribution, _ question: FaultQuestion) -> Delay {
    if case .constant(let delay) = distribution { return delay }
    guard let cells else {
      preconditionFailure("delays that vary are cut into cells before they are gone through")
    }
    share /= Double(cells)
    return distribution.middle(of: answer(of: cells), among: cells)
  }

  mutating func happens(_ chance: Chance, _ question: FaultQuestion) -> Bool {
    if chance == .never || chance == .always { return chance == .always }
    let happens = answer(of: 2) == 0
    share *= happens ? chance.probability : 1 - chance.probability
    return happens
  }
}
