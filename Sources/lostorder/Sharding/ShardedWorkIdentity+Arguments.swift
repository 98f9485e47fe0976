import Experiments
import JSONText
import Reports
import Scenarios

extension ShardedWorkIdentity {
  /// The options for output and speed, which do not apply to a shard.
  private static let others: [Option] = [
    .shard, .parts, .resume, .workers, .timeLimit, .out, .language, .quiet, .printed, .annotate,
    .baseline, .tolerance, .exact, .expect,
  ]

  /// The work that the arguments describe.
  /// - Throws: if a file cannot be read.
  init(_ arguments: Arguments, shards: Int) throws(CommandError) {
    let words = [arguments.subcommand.name] + arguments.words(without: ShardedWorkIdentity.others)
    var hash = SHA256()
    func add(_ text: String) { hash.add(Array(text.utf8) + [0]) }
    for text in [Version.current, "\(shards)"] + words { add(text) }
    for path in arguments.operands {
      if path == ScenarioFileReader.standardInput {
        throw CommandError(
          "standard input can be read only once, and every shard reads the files; expected a file")
      }
      do throws(Problems) { hash.add(try ScenarioFileReader.bytes(of: path)) } catch {
        throw CommandError(problems: error.list)
      }
    }
    self.init(arguments: words, fingerprint: hash.hex, version: Version.current)
  }

  /// The command, in messages.
  var quotedCommand: String { arguments.joined(separator: " ").quoted }

  /// The command of a shard, to paste.
  func command(_ shard: Int, of count: Int, parts: String) -> String {
    let options = [Option.shard.name, "\(shard)/\(count)", Option.parts.name, parts]
    // After "--" they would be read as files.
    let words =
      arguments.contains("--")
      ? arguments.prefix(1) + options + arguments.dropFirst() : arguments + options
    return Program.invocation(([Program.name] + words).map(\.shellWord).joined(separator: " "))
  }

  /// The file name of a shard's partial result.
  func file(of shard: Shard) -> String { prefix + "\(shard.number)-of-\(shard.count).json" }

  /// The file name of the merged results of all shards.
  var wholeFile: String { prefix + "whole.json" }

  /// The common prefix of all file names of this work.
  private var prefix: String { "\(arguments[0])-\(fingerprint.prefix(12))-" }
}

extension Arguments {
  /// The arguments in canonical order; operands that look like options come last.
  package func words(without others: [Option]) -> [String] {
    let options = options(without: others)
    let areSafe = operands.allSatisfy { $0.utf8.first != UInt8(ascii: "-") }
    return areSafe ? operands + options : options + ["--"] + operands
  }

  /// The given options in canonical order.
  func options(without others: [Option]) -> [String] {
    let kept = subcommand.options.filter { option in !others.contains { $0.name == option.name } }
    return kept.flatMap { option in
      values(of: option).flatMap { option.takesValue ? [option.name, $0] : [option.name] }
    }
  }
}
