import EventEngine
import JSONText
import PurchaseWorld

/// The representation of the values of one type in a file: how to read, write and describe them.
struct ValueFormat<Value>: Sendable {
  let kind: ValueKind
  let shape: ValueShape
  /// Writes a value; nil if there is nothing to write.
  let write: @Sendable (Value) -> JSONOutput?
  /// Removes randomness: a distribution becomes its median, a probability becomes 0 or 1.
  let settle: @Sendable (inout Value) -> Void
  /// Reads a value; returns nil after reporting a problem.
  let read: @Sendable (FileValue) -> Value?

  init(
    _ kind: ValueKind, shape: ValueShape? = nil,
    write: @escaping @Sendable (Value) -> JSONOutput? = { _ in nil },
    settle: @escaping @Sendable (inout Value) -> Void = { _ in },
    read: @escaping @Sendable (FileValue) -> Value?
  ) {
    (self.kind, self.shape, self.write) = (kind, shape ?? .value(kind), write)
    (self.settle, self.read) = (settle, read)
  }
}

/// The value that a file has under a key, nil if it is invalid, and its place in the file.
///
/// A value that is only written has no place.
struct ReadValue<Value> { var value: Value?, place: FileValue? }

extension Field {
  init<Value>(
    _ name: String, _ form: ValueFormat<Value>, _ place: FieldKeyPath<Target, Value>,
    _ summary: String
  ) {
    self.init(
      name, form.kind, summary, shape: { _ in form.shape },
      write: { form.write($0[keyPath: place]) }, settle: { form.settle(&$0[keyPath: place]) }
    ) { if let value = form.read($0) { $1[keyPath: place] = value } }
  }

  /// A field whose value is nil without the key.
  init<Value>(
    _ name: String, _ form: ValueFormat<Value>, _ place: FieldKeyPath<Target, Value?>,
    _ summary: String
  ) {
    self.init(
      name, form.kind, summary, shape: { _ in form.shape },
      write: { $0[keyPath: place].flatMap(form.write) }
    ) { if let value = form.read($0) { $1[keyPath: place] = value } }
  }

  /// A field whose value is stored with its place, for later checks.
  init<Value>(
    _ name: String, _ form: ValueFormat<Value>,
    given place: FieldKeyPath<Target, ReadValue<Value>?>, _ summary: String
  ) {
    self.init(
      name, form.kind, summary, shape: { _ in form.shape },
      write: { $0[keyPath: place]?.value.flatMap(form.write) }
    ) { $1[keyPath: place] = ReadValue(value: form.read($0), place: $0) }
  }

  /// A field that holds an object with its own fields.
  static func object<Part>(
    _ name: String, _ place: FieldKeyPath<Target, Part>, _ fields: [Field<Part>], _ summary: String
  ) -> Field {
    Field(
      name, .other("an object"), summary,
      shape: { .named(name, .object(KeySet(fields, $0[keyPath: place]))) },
      settle: { target in for field in fields { field.settle(&target[keyPath: place]) } }
    ) { value, target in value.read(fields, into: &target[keyPath: place]) }
  }

  /// A field that holds a distribution of durations.
  static func distribution(
    _ name: String, _ place: FieldKeyPath<Target, Distribution>, _ summary: String
  ) -> Field { Field(name, .distribution, place, summary) }

  /// A field that holds a probability; in a case it is 0 or 1.
  static func chance(_ name: String, _ place: FieldKeyPath<Target, Probability>, _ summary: String)
    -> Field
  { Field(name, .chance, place, summary) }

  package static func integer(
    _ name: String, _ range: ClosedRange<Int>, _ place: FieldKeyPath<Target, Int>, _ summary: String
  ) -> Field { Field(name, .integer(range), place, summary) }

  package static func number(
    _ name: String, _ range: ClosedRange<Double>, _ place: FieldKeyPath<Target, Double>,
    _ summary: String
  ) -> Field { Field(name, .number(range), place, summary) }

  package static func boolean(
    _ name: String, _ place: FieldKeyPath<Target, Bool>, _ summary: String
  ) -> Field { Field(name, .boolean, place, summary) }
}

extension ValueFormat<FileValue> {
  /// A value that is read later, when the rest of the file is known.
  static func later(_ kind: ValueKind, _ shape: ValueShape? = nil) -> ValueFormat {
    ValueFormat(kind, shape: shape) { $0 }
  }

  /// A name that is looked up later.
  static var named: ValueFormat { ValueFormat(.text) { $0.text() == nil ? nil : $0 } }

  /// A list that is read later.
  static func later(
    _ list: Phrase, _ element: ValueShape, _ counts: ClosedRange<Int> = 0...FileValue.maxListLength
  ) -> ValueFormat { later(.other(list), .list(element, counts)) }
}

extension ValueFormat<Delay> {
  static var duration: Self { Self(.duration, write: { .string($0.words) }) { $0.duration() } }
  static var durationAboveZero: Self {
    Self(.duration, shape: .durationAboveZero, write: { .string($0.words) }) {
      $0.duration(allowsZero: false)
    }
  }
}

extension ValueFormat<Distribution> {
  static var distribution: ValueFormat { distribution(least: .zero) }

  /// A distribution of durations; the default in a case is the median.
  /// - Parameter least: the minimum of the median.
  static func distribution(least: Delay) -> ValueFormat {
    ValueFormat(.distribution, write: \.output, settle: { $0 = .constant($0.median) }) { value in
      guard let distribution = value.distribution() else { return nil }
      if distribution.median >= least { return distribution }
      return value.reportSemanticProblem(
        "the median '\(distribution.median.words)' is too short",
        expected: "a median of at least '\(least.words)'")
    }
  }
}

extension ValueFormat<Probability> {
  /// A probability; in a case it is 0 or 1, and the default is 0 unless it is 1.
  static var chance: ValueFormat {
    ValueFormat(
      .probability, write: { .number($0.probability) },
      settle: { if $0 != .always { $0 = .never } }, read: { $0.chance() })
  }
}

extension ValueFormat<Bool> {
  static var boolean: ValueFormat { ValueFormat(.boolean, write: { .bool($0) }) { $0.boolean() } }
}

extension ValueFormat<String> {
  static var text: Self { Self(.text, write: { .string($0) }) { $0.text() } }
  static var line: Self { Self(.line, write: { .string($0) }) { $0.singleLineText() } }
  static var label: Self { Self(.label, write: { .string($0) }) { $0.catalogName() } }
  static var name: Self { Self(.name, write: { .string($0) }) { $0.name() } }

  static func choice(_ words: [String]) -> ValueFormat {
    ValueFormat(.choice(words), write: { .string($0) }) { $0.choice(words) }
  }
}

extension ValueFormat where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static var word: ValueFormat { word { $0.rawValue } }
}

extension ValueFormat where Value: AxisValue { static var word: ValueFormat { word { $0.word } } }

extension ValueFormat where Value: CaseIterable & Sendable {
  /// One case of an enumeration.
  static func word(_ word: @escaping @Sendable (Value) -> String) -> ValueFormat {
    let words = Value.allCases.map(word)
    return ValueFormat(.choice(words), write: { .string(word($0)) }) { value in
      value.choice(words).flatMap { chosen in Value.allCases.first { word($0) == chosen } }
    }
  }
}

extension ValueFormat {
  /// An object that is read into a draft, which is kept even if parts of it are invalid.
  /// - Parameter note: stores the place of the object, and whether all of it is valid.
  static func draft(
    _ fields: [Field<Value>], _ start: @autoclosure @escaping @Sendable () -> Value,
    rules: [KeyRule] = [], note: @escaping @Sendable (inout Value, FileValue, Bool) -> Void
  ) -> ValueFormat {
    let keys = KeySet(fields, start(), rules: rules)
    return ValueFormat(.other("an object"), shape: .object(keys)) { value in
      var draft = start()
      let isValid = value.read(fields, into: &draft)
      note(&draft, value, isValid)
      return draft
    }
  }

  static func integer(_ range: ClosedRange<Int>) -> ValueFormat where Value == Int {
    ValueFormat(.integer(range), write: { .integer($0) }) { $0.integer(range) }
  }

  static func number(_ range: ClosedRange<Double>) -> ValueFormat where Value == Double {
    ValueFormat(.number(range), write: { .number($0) }) { $0.number(range) }
  }

  static func orNull<Wrapped>(_ form: ValueFormat<Wrapped>) -> ValueFormat where Value == Wrapped? {
    ValueFormat(
      form.kind, shape: .any(of: [form.shape, .value(.other("null"))]),
      write: { $0.map(form.write) ?? .null }
    ) { value in
      if case .null = value.json.content { return .some(nil) }
      return form.read(value).map { .some($0) }
    }
  }

  /// A list.
  /// - Parameter message: the noun for an element, with a trailing space, if an element must not
  ///   appear twice; otherwise nil.
  static func list<Element: Equatable & SendableMetatype>(
    of form: ValueFormat<Element>, eachOnce message: Phrase? = nil
  ) -> ValueFormat where Value == [Element] {
    let kind = ValueKind.list(of: form.kind)
    return ValueFormat(kind, write: { .array($0.compactMap(form.write)) }) { value in
      var elements: [Element] = []
      for place in value.list(kind) ?? [] {
        guard let element = form.read(place) else { continue }
        if let message, elements.contains(element) {
          place.report("\(message)\(place.words) appears twice", expected: "it once")
        }
        elements.append(element)
      }
      return elements
    }
  }

  /// A form that converts the values of this form.
  func map<Whole>(
    _ whole: @escaping @Sendable (Value) -> Whole, back part: @escaping @Sendable (Whole) -> Value
  ) -> ValueFormat<Whole> {
    ValueFormat<Whole>(kind, shape: shape, write: { write(part($0)) }) { read($0).map(whole) }
  }
}
