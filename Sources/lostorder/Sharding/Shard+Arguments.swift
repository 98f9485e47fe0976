import CLibrary
package import Experiments
import JSONText

extension Shard {
  /// The shard of an argument: `3/16`, or `auto` for the shard that the job engine names.
  package init(argument: String) throws(CommandError) {
    if argument == "auto" {
      self = try Shard.fromEnvironment { name in getenv(name).map { String(cString: $0) } }
      return
    }
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Shard.number(parts[0]), let count = Shard.number(parts[1]),
      (1...Shard.maxCount).contains(count), (1...count).contains(number)
    else {
      throw CommandError(
        "\(argument.quoted) is not a value of '\(Option.shard.name)'",
        expected:
          "NUMBER/COUNT, such as 3/16, or auto; NUMBER is at most COUNT, COUNT at most \(Shard.maxCount)"
      )
    }
    self.init(number, of: count)
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  /// A job engine: the variables with the index and the number of jobs, and the index of the first
  /// job.
  private struct Engine {
    let index: String, total: String
    /// Nil: another variable has it.
    let first: Int?
  }

  /// The variables with the first and the last task of a Slurm array.
  private static let (minimum, lastIndexVariable) = ("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX")

  /// Slurm arrays, indexed Kubernetes jobs, and continuous integration services.
  private static let engines = [
    Engine(index: "SLURM_ARRAY_TASK_ID", total: "SLURM_ARRAY_TASK_COUNT", first: nil),
    Engine(index: "JOB_COMPLETION_INDEX", total: "JOB_COMPLETIONS", first: 0),
    Engine(index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 1),
  ]

  /// The shard that the environment names.
  /// - Parameter value: returns the value of a variable; nil if it is not set.
  package static func fromEnvironment(_ value: (String) -> String?) throws(CommandError) -> Shard {
    for engine in engines {
      guard let index = value(engine.index) else { continue }
      let minimum = engine.first ?? value(Shard.minimum).flatMap { number($0) }
      guard let number = number(index), let first = minimum,
        let total = value(engine.total).flatMap({ self.number($0) }),
        (1...Shard.maxCount).contains(total), number >= first, number - first < total
      else {
        let size = value(engine.total) ?? "unset"
        throw CommandError(
          "--shard auto: \(engine.index) is \(index.quoted), and \(engine.total) is \(size.quoted)",
          expected: "a number below the total, and a total of at most \(Shard.maxCount)")
      }
      if engine.first == nil {
        // Slurm counts the submitted tasks, which may be only some of the array.
        let last = value(Shard.lastIndexVariable).map { self.number($0) } ?? first + total - 1
        if first > 1 || last != first + total - 1 {
          let end = (value(Shard.lastIndexVariable) ?? "?").escapingControls
          throw CommandError(
            "--shard auto: the \(total) tasks of the array, from \(first) to \(end), are not a complete range from 0 or 1",
            expected: "a complete range, or --shard \"$SLURM_ARRAY_TASK_ID/16\" for 16 shards")
        }
      }
      return Shard(number - first + 1, of: total)
    }
    throw CommandError(
      "--shard auto: no job scheduler names the shard",
      expected:
        "the variable \(Phrase.alternatives(engines.map(\.index))) with its total, or a shard such as 3/16"
    )
  }
}
