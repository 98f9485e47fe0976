import CLibrary
package import Experiments
import JSONText

extension Shard {
  /// The shard that an argument names: `3/16`, or `auto` for what the engine that runs it says.
  package init(argument: String) throws(Refusal) {
    if argument == "auto" {
      self = try Shard.ofEngine { name in getenv(name).map { String(cString: $0) } }
      return
    }
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Shard.number(parts[0]), let count = Shard.number(parts[1]),
      (1...Shard.most).contains(count), (1...count).contains(number)
    else {
      throw Refusal(
        "\(argument.quoted) is not a value of '\(Option.shard.name)'",
        expected: "a number and how many there are, such as 3/16 (at most \(Shard.most)), or auto")
    }
    self.init(number, of: count)
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  /// How engines tell a job which of several it is: the names of two variables, and what the first job's
  /// number is.
  private struct Engine {
    let index: String, total: String
    /// Nil: other variables say so.
    let first: Int?
  }

  /// The first and the last task of an array of Slurm's.
  private static let (minimum, maximum) = ("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX")

  /// Those of Slurm's arrays, Kubernetes' indexed jobs, and of services for continuous integration.
  private static let engines = [
    Engine(index: "SLURM_ARRAY_TASK_ID", total: "SLURM_ARRAY_TASK_COUNT", first: nil),
    Engine(index: "JOB_COMPLETION_INDEX", total: "JOB_COMPLETIONS", first: 0),
    Engine(index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 1),
  ]

  /// The shard that the environment names.
  /// - Parameter value: of a variable; nil if it is not set.
  package static func ofEngine(_ value: (String) -> String?) throws(Refusal) -> Shard {
    for engine in engines {
      guard let index = value(engine.index) else { continue }
      let minimum = engine.first ?? value(Shard.minimum).flatMap { number($0) }
      guard let number = number(index), let first = minimum,
        let total = value(engine.total).flatMap({ self.number($0) }),
        (1...Shard.most).contains(total), number >= first, number - first < total
      else {
        let told = value(engine.total) ?? "nothing"
        throw Refusal(
          "--shard auto: \(engine.index) is \(index.quoted) and \(engine.total) \(told.quoted)",
          expected: "a number below the total, and a total of at most \(Shard.most)")
      }
      if engine.first == nil {
        // Slurm counts the tasks of the array that was submitted, which may be a part of all.
        let last = value(Shard.maximum).map { self.number($0) } ?? first + total - 1
        if first > 1 || last != first + total - 1 {
          let end = (value(Shard.maximum) ?? "?").escapingControls
          throw Refusal(
            "--shard auto: the \(total) tasks of the array, from \(first) to \(end), are not all from 0 or 1 on",
            expected: "all of them, or --shard \"$SLURM_ARRAY_TASK_ID/16\" of 16")
        }
      }
      return Shard(number - first + 1, of: total)
    }
    throw Refusal(
      "--shard auto: no engine says which shard this is",
      expected:
        "\(Phrase.alternatives(engines.map(\.index))) with its total, or a shard such as 3/16")
  }
}
