import Experiments
import JSONText
import Reports
import Scenarios

extension DividedWork {
  /// The options that say where results go, and how fast: they belong to no shard.
  private static let others: [Option] = [
    .shard, .parts, .resume, .workers, .timeLimit, .out, .language, .quiet, .printed, .annotate,
    .baseline, .tolerance, .exact, .expect,
  ]

  /// The work that arguments ask for.
  /// - Throws: where a file cannot be read.
  init(_ arguments: Arguments, shards: Int) throws(Refusal) {
    let words = [arguments.subcommand.name] + arguments.words(without: DividedWork.others)
    var hash = SHA256()
    func add(_ text: String) { hash.add(Array(text.utf8) + [0]) }
    for text in [Version.current, "\(shards)"] + words { add(text) }
    for path in arguments.operands {
      if path == ScenarioFile.standardInput {
        throw Refusal(
          "standard input is there once, and shards read their files each; expected a file")
      }
      do throws(Problems) { hash.add(try ScenarioFile.bytes(of: path)) } catch {
        throw Refusal(problems: error.list)
      }
    }
    self.init(arguments: words, fingerprint: hash.hex, version: Version.current)
  }

  /// The command of a shard, as it is pasted.
  func command(_ shard: Int, of count: Int, parts: String) -> String {
    let options = [Option.shard.name, "\(shard)/\(count)", Option.parts.name, parts]
    // Behind a "--" they would be files.
    let words =
      arguments.contains("--")
      ? arguments.prefix(1) + options + arguments.dropFirst() : arguments + options
    return Program.pasted(([Program.name] + words).map(\.shellWord).joined(separator: " "))
  }

  /// The name of the file of a shard's part.
  func file(of shard: Shard) -> String { prefix + "\(shard.number)-of-\(shard.count).json" }

  /// The name of the file of what a shard has found, or all together, if that is another.
  func file(of shard: Shard, among count: Int) -> String {
    shard.count == count ? file(of: shard) : wholeFile
  }

  /// The name of the file of what all shards together have found.
  var wholeFile: String { prefix + "whole.json" }

  /// How the names of the files of all parts begin.
  private var prefix: String { "\(arguments[0])-\(fingerprint.prefix(12))-" }
}

extension Arguments {
  /// What was given, in an order of its own; operands that look like options come last.
  package func words(without others: [Option]) -> [String] {
    let options = options(without: others)
    let areSafe = operands.allSatisfy { $0.utf8.first != UInt8(ascii: "-") }
    return areSafe ? operands + options : options + ["--"] + operands
  }

  /// The options that were given, in an order of their own.
  func options(without others: [Option]) -> [String] {
    let kept = subcommand.options.filter { option in !others.contains { $0.name == option.name } }
    return kept.flatMap { option in
      values(of: option).flatMap { option.takesValue ? [option.name, $0] : [option.name] }
    }
  }
}
