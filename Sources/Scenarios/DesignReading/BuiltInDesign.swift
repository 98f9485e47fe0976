package import JSONText
package import PurchaseWorld

/// A system of the articles, or one of our own, read from a JSON file of this module (section 9).
package struct BuiltInDesign: Hashable, Sendable {
  /// The design; its name is the name of its file.
  package var design: Design
  /// The system in one sentence.
  package var title: String
  /// The sources: numbers of articles, `A` and `D` for the store's documentation, `C` for the
  /// source of a library, `I` for public issue reports, `own` for parts that are in no article.
  package var references: [String]

  /// The systems of the articles in the order of section 9, each followed by our variants of it.
  package static let all: [BuiltInDesign] = files.reduce(into: []) { all, file in
    all.append(BuiltInDesign(file.key, file.value, after: all))
  }

  package static func named(_ name: String) -> Self? { all.first { $0.design.name == name } }

  private static let files: KeyValuePairs<String, [UInt8]> = [
    "naive": PackageResources.naive_json,
    "zero-loss-legacy": PackageResources.zero_loss_legacy_json,
    "zero-loss-1.0": PackageResources.zero_loss_1_0_json,
    "zero-loss-1.1": PackageResources.zero_loss_1_1_json,
    "zero-loss-1.2": PackageResources.zero_loss_1_2_json,
    "zero-loss-1.3": PackageResources.zero_loss_1_3_json,
    "zero-loss-guest": PackageResources.zero_loss_guest_json,
    "beiliao": PackageResources.beiliao_json,
    "beiliao-coarse": PackageResources.beiliao_coarse_json, "leo": PackageResources.leo_json,
    "zhangtielei": PackageResources.zhangtielei_json,
    "singleton-async": PackageResources.singleton_async_json,
    "bound-sync": PackageResources.bound_sync_json,
    "keep-original": PackageResources.keep_original_json, "keep-1": PackageResources.keep_1_json,
    "keep-2": PackageResources.keep_2_json, "keep-3": PackageResources.keep_3_json,
    "ledger-before": PackageResources.ledger_before_json, "ledger": PackageResources.ledger_json,
    "sk2-naive": PackageResources.sk2_naive_json, "sk2-sample": PackageResources.sk2_sample_json,
    "sk2-token": PackageResources.sk2_token_json, "sk2-server": PackageResources.sk2_server_json,
    "sk2-revenuecat": PackageResources.sk2_revenuecat_json,
    "sk2-rn-iap": PackageResources.sk2_rn_iap_json, "play-naive": PackageResources.play_naive_json,
    "play-sample": PackageResources.play_sample_json,
    "play-ack-first": PackageResources.play_ack_first_json,
    "play-server-ack": PackageResources.play_server_ack_json,
    "play-rtdn": PackageResources.play_rtdn_json,
    "play-revenuecat": PackageResources.play_revenuecat_json,
    "play-rn-iap": PackageResources.play_rn_iap_json,
    "play-flutter": PackageResources.play_flutter_json,
  ]

  /// Reads one of the embedded files; a mistake in it is a programming error.
  private init(_ name: String, _ bytes: [UInt8], after earlier: [BuiltInDesign]) {
    let log = ProblemLog(file: name + ".json")
    do {
      let value = FileValue(try JSONValue.parse(bytes), log)
      var reading = DesignReading(extending: earlier.map(\.design))
      reading.readElement(value)
      var head = DesignHead()
      value.read(DesignHead.fields, into: &head, passesOver: true)
      try log.throwIfAny()
      precondition(
        reading.designs.map(\.name) == [name],
        "an embedded file holds the design after which it is named")
      (design, title, references) = (reading.designs[0], head.title ?? "", head.from ?? [])
      precondition(!title.isEmpty, "an embedded design has a title")
    } catch { preconditionFailure("an embedded design cannot be read: \(error)") }
  }

  /// The design as the format writes it, with title, sources and the value of every axis.
  package var output: JSONOutput {
    var members: [JSONOutput.Member] = [
      .init("name", .string(design.name)), .init("title", .string(title)),
      .init("from", .array(references.map { .string($0) })),
    ]
    for axis in DesignAxes.all where axis.applies(to: design.store) {
      guard let value = axis.value(in: design) else { continue }
      let path = axis.name.split(separator: ".").map(String.init)
      let last = JSONOutput.Member(path[path.count - 1], value)
      let group = path.count > 1 ? members.firstIndex { $0.key == path[0] } : nil
      if let group, case .object(let before) = members[group].value {
        members[group].value = .object(before + [last])
      } else {
        members.append(path.count > 1 ? .init(path[0], .object([last])) : last)
      }
    }
    return .object(members)
  }
}
