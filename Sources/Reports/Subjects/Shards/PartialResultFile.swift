package import Experiments
import JSONText
package import Scenarios

/// A partial result as a file, with the identity of its work.
package struct PartialResultFile: Hashable, Sendable {
  /// The work of all shards.
  package var work: ShardedWorkIdentity
  package var part: PartialResult
  /// Whether it is the merged result of all shards, as input of the next round.
  package let isMerged: Bool

  package init(_ work: ShardedWorkIdentity, _ part: PartialResult, isMerged: Bool = false) {
    (self.work, self.part, self.isMerged) = (work, part, isMerged)
  }

  private static let form = 1

  private static let members: [Member<PartialResultFile, Draft>] = [
    Member("format", .constant(.integer(form)), "version of this file's form") { _ in
      .integer(form)
    }.read(\.form, form...form),
    .text("version", "of the command") { $0.work.version }
      .read(.line) { $1.version = $0.singleLineText() ?? "" },
    Member("arguments", .list(.text), "arguments of the command, without output locations") {
      .strings($0.work.arguments)
    }.read(.other("a list of texts")) { $1.arguments = $0.texts() },
    .text("fingerprint", "of the files, the arguments and the version") { $0.work.fingerprint }
      .read(.line) { $1.fingerprint = $0.singleLineText() ?? "" },
    .count("shard", "number of the shard, from 1; 0 for the merged result of all shards") {
      $0.isMerged ? 0 : $0.part.shard.number
    }.read(\.number, 0...Shard.maxCount),
    .count("shards", "number of shards") { $0.part.shard.count }.read(\.count, 1...Shard.maxCount),
    .list("batches", of: PartialResultFile.batch, "results of work whose order is free") {
      $0.part.batches
    }.read(.other("a list of batches")) { $1.batches = $0.batches() },
  ]

  private static let checksum = Member<String, Draft>.text(
    "checksum", "SHA-256 of the other members as they are written"
  ) { $0 }.read(.line) { _, _ in }

  fileprivate static let batch: [Member<PartialResult.BatchResult, DraftBatch>] = [
    .text("name") { $0.name }.read(.line) { $1.name = $0.singleLineText() ?? "" },
    .count("pieces", "of all shards together") { $0.pieceCount }.read(\.pieces, 0...Int.max),
    Member("done", .list(.list(.count)), "the shard's own pieces, as ranges from 0") {
      .array($0.processedPieces.ranges.map { .integers([$0.lowerBound, $0.upperBound]) })
    }.read(.other("a list of ranges")) { $1.done = $0.ranges() },
    .text("found", "their results as numbers; N*K is K times N") { NumberText.text($0.numbers) }
      .read(.text) { $1.found = $0 },
  ]

  /// A partially read partial result.
  fileprivate struct Draft {
    var form = 0, version = "", arguments: [String] = [], fingerprint = ""
    var number = 1, count = 1, batches: [DraftBatch] = []
  }

  fileprivate struct DraftBatch {
    var name = "", pieces = 0, done = RangeSet<Int>()
    /// Numbers in compact form: the text may be much shorter than the list.
    var found: FileValue?
  }

  /// Text of the file.
  package var text: String {
    let body = PartialResultFile.members.output(of: self)
    let sum = [PartialResultFile.checksum].output(of: SHA256.hex(of: Array(body.line.utf8)))
    return body.and(sum).line + "\n"
  }

  /// Reads a partial result.
  /// - Parameter file: the file's name in messages.
  package init(_ bytes: [UInt8], file: String) throws(Problems) {
    let log = ProblemLog(file: file)
    let value = FileValue(try ScenarioReader.parse(bytes, file: file), log)
    if let sum = value.json.members?.first(where: { $0.key == PartialResultFile.checksum.name }),
      sum.value.string != PartialResultFile.checksum(of: bytes)
    {
      value.child(sum.value, sum.key).reportSemanticProblem(
        "the partial result is damaged: the checksum of its members differs",
        expected: "an unmodified partial result")
      // A damaged file may contain anything, and may request any amount of memory.
      try log.throwIfAny()
    }
    var draft = Draft()
    value.read(
      PartialResultFile.members.compactMap(\.field)
        + [PartialResultFile.checksum].compactMap(\.field),
      into: &draft)
    try log.throwIfAny()
    if draft.number > draft.count {
      value.reportSemanticProblem(
        "shard \(draft.number) of \(draft.count)", expected: "a number up to the number of shards")
      try log.throwIfAny()
    }
    let work = ShardedWorkIdentity(
      arguments: draft.arguments, fingerprint: draft.fingerprint, version: draft.version)
    let shard = draft.number == 0 ? Shard(1, of: draft.count) : Shard(draft.number, of: draft.count)
    var room = NumberText.maxCount(inFileOfSize: bytes.count)
    let batches = draft.batches.map { batch in
      PartialResult.BatchResult(
        batch.name, pieces: batch.pieces, done: batch.done,
        numbers: batch.found?.numbers(&room) ?? [])
    }
    try log.throwIfAny()
    self.init(work, PartialResult(shard, batches), isMerged: draft.number == 0)
  }

  /// Expected checksum of a file by the bytes before it; nil if the file does not end with one.
  private static func checksum(of bytes: [UInt8]) -> String? {
    let end = Array(", \"\(checksum.name)\": \"\(String(repeating: "0", count: 64))\"}\n".utf8)
    guard bytes.count > end.count else { return nil }
    return SHA256.hex(of: bytes.dropLast(end.count) + [UInt8(ascii: "}")])
  }
}

/// Identity of work that several machines share.
package struct ShardedWorkIdentity: Hashable, Sendable {
  /// The command, its files and the options that affect results.
  package var arguments: [String]
  /// Hash of everything that affects results; equal only for the same work.
  package var fingerprint: String
  package var version: String

  package init(arguments: [String], fingerprint: String, version: String) {
    (self.arguments, self.fingerprint, self.version) = (arguments, fingerprint, version)
  }
}

extension FileValue {
  fileprivate func texts() -> [String] {
    (list(.other("a list of texts"), maximum: .max) ?? []).compactMap { $0.text() }
  }

  fileprivate func batches() -> [PartialResultFile.DraftBatch] {
    var found: [PartialResultFile.DraftBatch] = []
    for element in list(.other("a list of batches"), maximum: .max) ?? [] {
      var draft = PartialResultFile.DraftBatch()
      guard element.read(PartialResultFile.batch, into: &draft) else { continue }
      if found.contains(where: { $0.name == draft.name }) {
        element.reportSemanticProblem("a second batch \(draft.name.quoted)", expected: "each once")
      }
      found.append(draft)
    }
    return found
  }

  /// Ascending, non-empty ranges.
  fileprivate func ranges() -> RangeSet<Int> {
    var (ranges, end) = (RangeSet<Int>(), -1)
    for element in list(.other("a list of ranges"), maximum: .max) ?? [] {
      guard let limits = element.list(.other("two numbers"), maximum: 2), limits.count == 2,
        let first = limits[0].integer(0...Int.max - 1),
        let last = limits[1].integer(1...Int.max), first > end, last > first
      else {
        element.reportSemanticProblem(
          "this range is not after the previous one", expected: "[from, to]")
        break
      }
      ranges.insert(contentsOf: first..<last)
      end = last
    }
    return ranges
  }

  /// - Parameter room: the remaining number of numbers; decreases.
  fileprivate func numbers(_ room: inout Int) -> [Int64] {
    guard let text = text() else { return [] }
    if let numbers = NumberText.numbers(text, maximum: room) {
      room -= numbers.count
      return numbers
    }
    reportSemanticProblem(
      "these are not numbers of a partial result", expected: "numbers such as '3 -1 0*12'")
    return []
  }
}
