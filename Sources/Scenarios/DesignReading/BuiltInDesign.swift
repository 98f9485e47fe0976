import JSONText
package import PurchaseWorld

/// A system of the articles, or one of our own, read from the JSON file that is part of this module (section 9).
package struct BuiltInDesign: Hashable, Sendable {
  /// The design; its name is the name of its file.
  package var design: Design
  /// What the system is, in one sentence.
  package var title: String
  /// Where it comes from: numbers of articles, `A` for the store's documentation, `I` for public
  /// issue reports, `own` for what nobody in the articles had.
  package var sources: [String]

  /// The systems of the articles in the order of section 9, each followed by what we made of it.
  package static let all: [BuiltInDesign] = {
    var read: [BuiltInDesign] = []
    for (name, bytes) in files { read.append(BuiltInDesign(name, bytes, after: read)) }
    return read
  }()

  /// The design of a name, if there is one.
  package static func named(_ name: String) -> BuiltInDesign? {
    all.first { $0.design.name == name }
  }

  private static let files: [(name: String, bytes: [UInt8])] = [
    ("naive", PackageResources.naive_json),
    ("zero-loss-legacy", PackageResources.zero_loss_legacy_json),
    ("zero-loss-1.0", PackageResources.zero_loss_1_0_json),
    ("zero-loss-1.1", PackageResources.zero_loss_1_1_json),
    ("zero-loss-1.2", PackageResources.zero_loss_1_2_json),
    ("zero-loss-1.3", PackageResources.zero_loss_1_3_json),
    ("zero-loss-guest", PackageResources.zero_loss_guest_json),
    ("beiliao", PackageResources.beiliao_json),
    ("beiliao-coarse", PackageResources.beiliao_coarse_json), ("leo", PackageResources.leo_json),
    ("zhangtielei", PackageResources.zhangtielei_json),
    ("singleton-async", PackageResources.singleton_async_json),
    ("bound-sync", PackageResources.bound_sync_json),
    ("keep-original", PackageResources.keep_original_json),
    ("keep-1", PackageResources.keep_1_json), ("keep-2", PackageResources.keep_2_json),
    ("keep-3", PackageResources.keep_3_json),
    ("ledger-before", PackageResources.ledger_before_json),
    ("ledger", PackageResources.ledger_json),
  ]

  /// Reads one of the embedded files; a mistake in it is a mistake of ours.
  private init(_ name: String, _ bytes: [UInt8], after earlier: [BuiltInDesign]) {
    let log = ProblemLog(file: name + ".json")
    do {
      let value = FileValue(json: try JSONValue.parse(bytes), path: "", log: log)
      var reading = DesignReading(extending: earlier.map(\.design))
      reading.readElement(value)
      try log.refuseIfAny()
      precondition(
        reading.designs.count == 1 && reading.designs[0].name == name,
        "an embedded file holds the design after which it is named")
      design = reading.designs[0]
      (title, sources) = value.titleAndSources
      precondition(!title.isEmpty, "an embedded design has a title")
    } catch { preconditionFailure("an embedded design cannot be read: \(error)") }
  }
}

extension FileValue {
  /// What a design object says for people.
  fileprivate var titleAndSources: (String, [String]) {
    guard case .object(let members) = json.content else { return ("", []) }
    var title = ""
    var sources: [String] = []
    for member in members {
      if member.key == "title", case .string(let text) = member.value.content { title = text }
      guard member.key == "sources", case .array(let elements) = member.value.content else {
        continue
      }
      sources = elements.compactMap { element in
        if case .string(let text) = element.content { text } else { nil }
      }
    }
    return (title, sources)
  }
}
