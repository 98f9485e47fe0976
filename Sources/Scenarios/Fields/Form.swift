import EventEngine
import JSONText
import PurchaseWorld

/// How the values of one type stand in a file: how they are read, written and described.
struct Form<Value>: Sendable {
  let kind: ValueKind
  let shape: ValueShape
  /// Writes a value; nil when there is nothing to write.
  let write: @Sendable (Value) -> JSONOutput?
  /// Takes the luck out of a value: a drawn one becomes its median, a chance 0 or 1.
  let settle: @Sendable (inout Value) -> Void
  /// Reads a value; nil after it has reported what is wrong.
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

/// What a file gives under a key: the value, nil when it is wrong, and where it stands; what is to be
/// written stands nowhere.
struct Given<Value> {
  var value: Value?
  var place: FileValue?
}

extension Field {
  init<Value>(_ name: String, _ form: Form<Value>, _ place: Place<Target, Value>, _ summary: String)
  {
    self.init(
      name, form.kind, summary, shape: { _ in form.shape },
      write: { form.write($0[keyPath: place]) }, settle: { form.settle(&$0[keyPath: place]) }
    ) { if let value = form.read($0) { $1[keyPath: place] = value } }
  }

  /// A field without which the target holds nothing.
  init<Value>(
    _ name: String, _ form: Form<Value>, _ place: Place<Target, Value?>, _ summary: String
  ) {
    self.init(
      name, form.kind, summary, shape: { _ in form.shape },
      write: { $0[keyPath: place].flatMap(form.write) }
    ) { if let value = form.read($0) { $1[keyPath: place] = value } }
  }

  /// A field whose value is kept with where it stands, for who reads the rest.
  init<Value>(
    _ name: String, _ form: Form<Value>, given place: Place<Target, Given<Value>?>,
    _ summary: String
  ) {
    self.init(
      name, form.kind, summary, shape: { _ in form.shape },
      write: { $0[keyPath: place]?.value.flatMap(form.write) }
    ) { $1[keyPath: place] = Given(value: form.read($0), place: $0) }
  }

  /// A field that holds an object of fields of its own.
  static func object<Part>(
    _ name: String, _ place: Place<Target, Part>, _ fields: [Field<Part>], _ summary: String
  ) -> Field {
    Field(
      name, .other("an object"), summary,
      shape: { .named(name, .object(KeySet(fields, $0[keyPath: place]))) },
      settle: { target in for field in fields { field.settle(&target[keyPath: place]) } }
    ) { value, target in value.read(fields, into: &target[keyPath: place]) }
  }

  /// A field that holds a distribution of durations, with a median of at least so much.
  static func distribution(
    _ name: String, least: Delay = .zero, _ place: Place<Target, Distribution>, _ summary: String
  ) -> Field { Field(name, .distribution(least: least), place, summary) }

  /// A field that holds a probability; in a case it is 0 or 1.
  static func chance(_ name: String, _ place: Place<Target, Chance>, _ summary: String) -> Field {
    Field(name, .chance, place, summary)
  }

  package static func integer(
    _ name: String, _ range: ClosedRange<Int>, _ place: Place<Target, Int>, _ summary: String
  ) -> Field { Field(name, .integer(range), place, summary) }

  package static func number(
    _ name: String, _ range: ClosedRange<Double>, _ place: Place<Target, Double>, _ summary: String
  ) -> Field { Field(name, .number(range), place, summary) }

  package static func boolean(
    _ name: String, _ place: Place<Target, Bool>, _ summary: String
  ) -> Field { Field(name, .boolean, place, summary) }
}

extension Form<FileValue> {
  /// What is read later, when the rest is known.
  static func later(_ kind: ValueKind, _ shape: ValueShape? = nil) -> Form {
    Form(kind, shape: shape) { $0 }
  }

  /// A name, by which something is looked up later.
  static var named: Form { Form(.text) { $0.text() == nil ? nil : $0 } }

  /// A list that is read later.
  static func later(
    _ list: Phrase, _ element: ValueShape, _ counts: ClosedRange<Int> = 0...FileValue.longestList
  ) -> Form { later(.other(list), .list(element, counts)) }
}

extension Form<Delay> {
  static var duration: Form { Form(.duration, write: { .string($0.words) }) { $0.duration() } }

  static var durationAboveZero: Form {
    Form(.duration, shape: .durationAboveZero, write: { .string($0.words) }) {
      $0.duration(allowsZero: false)
    }
  }
}

extension Form<Distribution> {
  static var distribution: Form { distribution(least: .zero) }

  /// A distribution of durations; in a case its default is its median.
  /// - Parameter least: what the median must not be below.
  static func distribution(least: Delay) -> Form {
    Form(.distribution, write: \.output, settle: { $0 = .constant($0.median) }) { value in
      guard let distribution = value.distribution() else { return nil }
      if distribution.median >= least { return distribution }
      return value.report(
        meaning: "a median of '\(distribution.median.words)' is too short",
        expected: "a median of at least '\(least.words)'")
    }
  }
}

extension Form<Chance> {
  /// A probability; in a case it is 0 or 1, and by default 0 unless it is 1.
  static var chance: Form {
    Form(
      .probability, write: { .number($0.probability) },
      settle: { if $0 != .always { $0 = .never } }, read: { $0.chance() })
  }
}

extension Form<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Form {
    Form(.integer(range), write: { .integer($0) }) { $0.integer(range) }
  }
}

extension Form<Double> {
  static func number(_ range: ClosedRange<Double>) -> Form {
    Form(.number(range), write: { .number($0) }) { $0.number(range) }
  }
}

extension Form<Bool> {
  static var boolean: Form { Form(.boolean, write: { .bool($0) }) { $0.boolean() } }
}

extension Form<String> {
  static var text: Form { Form(.text, write: { .string($0) }) { $0.text() } }
  static var line: Form { Form(.line, write: { .string($0) }) { $0.line() } }
  static var label: Form { Form(.label, write: { .string($0) }) { $0.label() } }
  static var name: Form { Form(.name, write: { .string($0) }) { $0.name() } }

  static func choice(_ words: [String]) -> Form {
    Form(.choice(words), write: { .string($0) }) { $0.choice(words) }
  }
}

extension Form where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static var word: Form { word { $0.rawValue } }
}

extension Form where Value: AxisValue { static var word: Form { word { $0.word } } }

extension Form where Value: CaseIterable & Sendable {
  /// One case of an enumeration.
  static func word(_ word: @escaping @Sendable (Value) -> String) -> Form {
    let words = Value.allCases.map(word)
    return Form(.choice(words), write: { .string(word($0)) }) { value in
      value.choice(words).flatMap { chosen in Value.allCases.first { word($0) == chosen } }
    }
  }
}

extension Form {
  static func orNull<Wrapped>(_ form: Form<Wrapped>) -> Form where Value == Wrapped? {
    Form(
      form.kind, shape: .any(of: [form.shape, .value(.other("null"))]),
      write: { $0.map(form.write) ?? .null }
    ) { value in
      if case .null = value.json.content { return .some(nil) }
      return form.read(value).map { .some($0) }
    }
  }

  /// A list.
  /// - Parameter what: what an element is called, with a space behind, that must not be there twice; nil
  ///   where it may.
  static func list<Element: Equatable & SendableMetatype>(
    of form: Form<Element>, eachOnce what: Phrase? = nil
  ) -> Form where Value == [Element] {
    let kind = ValueKind.list(of: form.kind)
    return Form(kind, write: { .array($0.compactMap(form.write)) }) { value in
      var elements: [Element] = []
      for place in value.list(kind) ?? [] {
        guard let element = form.read(place) else { continue }
        if let what, elements.contains(element) {
          place.report("\(what)\(place.words) is there twice", expected: "it once")
        }
        elements.append(element)
      }
      return elements
    }
  }

  /// The same values as another form reads.
  func map<Whole>(
    _ whole: @escaping @Sendable (Value) -> Whole, back part: @escaping @Sendable (Whole) -> Value
  ) -> Form<Whole> {
    Form<Whole>(kind, shape: shape, write: { write(part($0)) }) { read($0).map(whole) }
  }
}
