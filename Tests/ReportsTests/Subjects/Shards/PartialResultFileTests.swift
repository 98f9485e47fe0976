import Experiments
import JSONText
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// The files with the partial results of shards.
@Suite("Partial result files") struct PartialResultFileTests {
  private static let work = ShardedWorkIdentity(
    arguments: ["run", "a.json"], fingerprint: "abc", version: "1")

  private static func file(_ numbers: [Int64], done: RangeSet<Int> = RangeSet(0..<1))
    -> PartialResultFile
  {
    let batch = PartialResult.BatchResult("it/users", pieces: 9, done: done, numbers: numbers)
    return PartialResultFile(work, PartialResult(Shard(2, of: 3), [batch]))
  }

  /// The text of a file with a replacement and a valid checksum.
  private static func text(of file: PartialResultFile, _ old: String, _ new: String) throws
    -> String
  {
    let text = file.text
    let body = text.prefix(text.count - 82) + "}"
    try #require(body.contains(old) && text.suffix(82).hasPrefix(#", "checksum": "#))
    let other = body.replacing(old, with: new)
    let sum = SHA256.hex(of: Array(other.utf8))
    return other.dropLast() + ", \"checksum\": \"\(sum)\"}\n"
  }

  private static func problems(_ text: String) -> [String] {
    do throws(Problems) {
      _ = try PartialResultFile(Array(text.utf8), file: "p")
      return []
    } catch { return error.list.map { "\($0.path): \(Language.en.line($0))" } }
  }

  @Test("a partial result reads back as written, for a shard and for a whole run")
  func written() throws {
    var done = RangeSet(0..<2)
    done.insert(contentsOf: 5..<9)
    let file = Self.file([0, 0, 7, -1, -1, .min, .max], done: done)
    #expect(try PartialResultFile(Array(file.text.utf8), file: "p") == file)
    let whole = PartialResultFile(
      Self.work, PartialResult(Shard(1, of: 3), file.part.batches), isMerged: true)
    let read = try PartialResultFile(Array(whole.text.utf8), file: "p")
    #expect(read == whole && read != file && read.isMerged)
    #expect(whole.text.contains(#""shard": 0, "shards": 3"#))
  }

  @Test("a command may have any number of words")
  func manyWords() throws {
    var file = Self.file([])
    file.work.arguments += (0..<3_000).map { "\($0).json" }
    #expect(try PartialResultFile(Array(file.text.utf8), file: "p") == file)
  }

  @Test(
    "a malformed partial result is rejected",
    arguments: [
      (#""shard": 2"#, #""shard": 4"#, "shard 4 of 3"),
      (#""shards": 3"#, #""shards": 0"#, "shards"), ("[[0, 1]]", "[[0, 0]]", "range is not after"),
      ("[[0, 1]]", "[[0, 2], [2, 3]]", "range is not after"),
      ("[[0, 1]]", "[[3, 4], [0, 1]]", "range is not after"), ("[[0, 1]]", "[[-1, 1]]", "range"),
      ("[[0, 1]]", "[[0]]", "range is not after"), ("5 6", "5  6", "are not numbers of a partial"),
      ("5 6", "0*10000000", "are not numbers of a partial"),
    ])
  func other(old: String, new: String, message: String) throws {
    let problems = Self.problems(try Self.text(of: Self.file([5, 6]), old, new))
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
  }

  @Test("two batches of the same name are rejected")
  func twice() throws {
    var file = Self.file([5])
    file.part.batches += file.part.batches
    #expect(Self.problems(file.text).contains { $0.contains("a second batch 'it/users'") })
  }

  @Test("the number of values in all batches together is bounded by the size of the file")
  func numbersOfAll() throws {
    let batches = (0..<40).map { number in
      PartialResult.BatchResult("\(number)", pieces: 1, done: RangeSet(), numbers: [5, 6])
    }
    let file = PartialResultFile(Self.work, PartialResult(.whole, batches))
    let problems = Self.problems(try Self.text(of: file, "5 6", "1*300000"))
    expectEqual(problems.count, 26, "\(problems.count)")
  }

  @Test("a damaged file is one problem and is not read further")
  func damagedFirst() throws {
    let text = Self.file([5, 6]).text
    for (old, new) in [("5 6", "x"), ("5 6", "5 7"), ("a.json", "b.json"), (", ", " , ")] {
      let problems = Self.problems(text.replacing(old, with: new))
      #expect(
        problems.count == 1 && problems[0].contains("the partial result is damaged"), "\(problems)")
    }
  }

  @Test(
    "numbers are 64-bit integers, and a repeated number is written once with its count",
    arguments: [
      ("", []), ("0", [0]), ("3 -1 0*4", [3, -1, 0, 0, 0, 0]), ("-7*2 5", [-7, -7, 5]),
      ("9223372036854775807 -9223372036854775808", [.max, .min]),
    ] as [(String, [Int64])])
  func numbers(text: String, numbers: [Int64]) {
    expectEqual(NumberText.text(numbers), text)
    expectEqual(NumberText.numbers(text), numbers)
  }

  @Test(
    "any other text is not a number",
    arguments: [
      "x", "1 ", " 1", "1  2", "-", "--1", "+1", "1*", "1*0", "1*-1", "*2", "1*2*3", "1.5", "٣",
      "9223372036854775808", "-9223372036854775809", "1*134217729", "1*9223372036854775807",
    ])
  func noNumbers(text: String) { #expect(NumberText.numbers(text) == nil) }
}
