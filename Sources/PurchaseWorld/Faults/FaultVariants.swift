package import EventEngine

/// One variant of a declared fault.
package struct FaultVariant: Hashable, Sendable {
  package var fault: Fault
  /// The delay from the anchor to the fault.
  package var after: Delay
  /// The probability of this variant if the fault occurs, above 0 and at most 1.
  package var share: Double
}

extension FaultDeclaration {
  /// All variants of the fault; their shares add up to 1.
  /// - Precondition: drawn delays are divided into ``cells``, or none varies.
  package func variants() -> [FaultVariant] {
    var all: [FaultVariant] = []
    var answers = AnswerEnumeration(cells: cellCount)
    repeat {
      answers.begin()
      let planned = planned(for: 0, declarationIndex: 0, by: &answers)
      all.append(FaultVariant(fault: planned.fault, after: planned.after, share: answers.share))
    } while answers.advance()
    return all
  }
}

extension Distribution {
  /// The median of one of `cells` equally probable parts of the samples.
  /// - Parameter cell: the index of the part.
  func middle(of cell: Int, among cells: Int) -> Delay {
    quantile((Double(cell) + 0.5) / Double(cells))
  }
}

/// Answers that enumerate all combinations; earlier answers may decide which questions follow.
private struct AnswerEnumeration: FaultAnswers {
  let cells: Int?
  /// The answers, with the number of alternatives of each, in the order of the questions; those
  /// after the last change are dropped.
  private var digits: [(value: Int, count: Int)] = []
  private var position = 0
  /// The probability of the answers since the beginning.
  private(set) var share = 1.0
  init(cells: Int?) { self.cells = cells }
  mutating func begin() { (position, share) = (0, 1) }

  /// Continues with the next combination; false after the last one.
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
    if position == digits.count { digits.append((0, count)) }
    position += 1
    return digits[position - 1].value
  }

  mutating func delay(_ distribution: Distribution, _ drawID: FaultDrawID) -> Delay {
    if case .constant(let delay) = distribution { return delay }
    guard let cells else {
      preconditionFailure("varying delays are divided into cells before their enumeration")
    }
    share /= Double(cells)
    return distribution.middle(of: answer(of: cells), among: cells)
  }

  mutating func happens(_ chance: Probability, _ drawID: FaultDrawID) -> Bool {
    if chance == .never || chance == .always { return chance == .always }
    let happens = answer(of: 2) == 0
    share *= happens ? chance.probability : 1 - chance.probability
    return happens
  }
}
