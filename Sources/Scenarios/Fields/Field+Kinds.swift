import EventEngine
import JSONText

/// A place in a target, from which a field reads its default and into which it writes.
package typealias Place<Target, Value> = any WritableKeyPath<Target, Value> & Sendable

extension Field {
  /// A field whose value is read and written by itself.
  private static func value<Value: Sendable>(
    _ name: String, _ kind: ValueKind, _ place: Place<Target, Value>, _ summary: String,
    shape: ValueShape? = nil, write: @escaping @Sendable (Value) -> JSONOutput?,
    read: @escaping @Sendable (FileValue) -> Value?
  ) -> Field {
    var shaped: (@Sendable (Target) -> ValueShape)?
    if let shape { shaped = { _ in shape } }
    return Field(name, kind, summary, shape: shaped, write: { write($0[keyPath: place]) }) {
      if let value = read($0) { $1[keyPath: place] = value }
    }
  }

  /// A field that holds a duration.
  static func duration(
    _ name: String, allowsZero: Bool = true, _ place: Place<Target, Delay>, _ summary: String
  ) -> Field {
    value(
      name, .duration, place, summary, shape: allowsZero ? .value(.duration) : .durationAboveZero,
      write: { .string($0.words) }, read: { $0.duration(allowsZero: allowsZero) })
  }

  /// A field that holds a distribution of durations; in a case its default is its median.
  ///
  /// - Parameter least: what the median must not be below.
  static func distribution(
    _ name: String, least: Delay = .zero, _ place: Place<Target, Distribution>, _ summary: String
  ) -> Field {
    Field(
      name, .distribution, summary, write: { $0[keyPath: place].output },
      settle: { $0[keyPath: place] = .constant($0[keyPath: place].median) }
    ) { value, target in
      guard let distribution = value.distribution() else { return }
      if distribution.median < least {
        value.report(
          meaning: "a median of '\(distribution.median.words)' is too short",
          expected: "a median of at least '\(least.words)'")
      }
      target[keyPath: place] = distribution
    }
  }

  /// A field that holds a distribution of durations, or nothing.
  static func distribution(
    _ name: String, _ place: Place<Target, Distribution?>, _ summary: String
  ) -> Field {
    value(
      name, .distribution, place, summary, write: { $0?.output },
      read: { value in value.distribution().map { .some($0) } })
  }

  /// A field that holds a probability; in a case it is 0 or 1.
  static func chance(_ name: String, _ place: Place<Target, Chance>, _ summary: String) -> Field {
    value(
      name, .probability, place, summary, write: { .number($0.probability) }, read: { $0.chance() })
  }

  /// A field that holds a whole number within bounds.
  package static func integer(
    _ name: String, _ range: ClosedRange<Int>, _ place: Place<Target, Int>, _ summary: String
  ) -> Field {
    value(
      name, .integer(range), place, summary, write: { .integer($0) }, read: { $0.integer(range) })
  }

  /// A field that holds a number within bounds.
  package static func number(
    _ name: String, _ range: ClosedRange<Double>, _ place: Place<Target, Double>, _ summary: String
  ) -> Field {
    value(name, .number(range), place, summary, write: { .number($0) }, read: { $0.number(range) })
  }

  /// A field that holds true or false.
  package static func boolean(_ name: String, _ place: Place<Target, Bool>, _ summary: String)
    -> Field
  { value(name, .boolean, place, summary, write: { .bool($0) }, read: { $0.boolean() }) }

  /// A field that holds a text for people.
  package static func text(_ name: String, _ place: Place<Target, String>, _ summary: String)
    -> Field
  { value(name, .line, place, summary, write: { .string($0) }, read: { $0.line() }) }

  /// A field that holds one case of an enumeration; words of later versions give their own problem.
  static func choice<Choice: CaseIterable & Sendable>(
    _ name: String, _ place: Place<Target, Choice>, _ summary: String, later: [String] = [],
    word: @escaping @Sendable (Choice) -> String
  ) -> Field {
    let words = Choice.allCases.map(word)
    let choices = Dictionary(uniqueKeysWithValues: zip(words, Choice.allCases))
    return Field(
      name, .choice(words), summary, write: { .string(word($0[keyPath: place])) }
    ) { value, target in
      if case .string(let text) = value.json.content, later.contains(text) {
        value.report(
          "\(text.quoted) comes with a later version", expected: ValueKind.choice(words).words)
      } else if let chosen = value.choice(words), let choice = choices[chosen] {
        target[keyPath: place] = choice
      }
    }
  }

  /// A field that holds an object of fields of its own.
  static func object<Part>(
    _ name: String, _ place: Place<Target, Part>, _ fields: [Field<Part>], _ summary: String
  ) -> Field {
    Field(
      name, .other("an object"), summary,
      shape: { .named(name, .object(KeySet(fields, $0[keyPath: place]))) },
      settle: { target in for field in fields { field.settle?(&target[keyPath: place]) } }
    ) { value, target in value.read(fields, into: &target[keyPath: place]) }
  }
}

extension FileValue {
  /// Reads a probability; in a case 0 or 1.
  func chance() -> Chance? {
    guard case .number(let number) = json.content else {
      refuse(.probability)
      return nil
    }
    guard number.double >= 0, number.double <= 1 else {
      report("\(words) is not a probability", expected: ValueKind.probability.words)
      return nil
    }
    if log.isCase, number.double > 0, number.double < 1 {
      report("a probability of \(words) in a case", expected: "0 or 1")
      return nil
    }
    return Chance(number.double)
  }
}
