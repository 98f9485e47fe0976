import CLibrary
import Experiments
import JSONText
import Reports
import Scenarios

extension CommandContext {
  /// `lostorder merge PARTS…`: the results of all shards, as one run would report them.
  func merge() throws(CommandError) -> ExitCode {
    let parts = try Merge(arguments.operands)
    let work = try work(of: parts)
    if let problem = parts.problem(of: work) { throw CommandError(problems: problem) }
    let store = PartialResultStore(.merges(shardCount: parts.count), parts.all.map(\.file.part))
    let deferred = BufferedConsole()
    let call = CommandContext(
      console: console.deferring(to: deferred), arguments: work, division: ShardedExecution(store),
      deferred: deferred)
    let found = Result { () throws(CommandError) in try call.perform() }
    let files = PartialResultFiles(folder: parts.folder, work: parts.work)
    try refuseForeign(store, of: parts.count, in: files, after: found)
    if let interruption = console.cancellation.interruption {
      let words = InterruptionText.line(interruption, users: nil, designs: [], language)
      throw CommandError(text: words + "\n", ExitCode(interruption))
    }
    if !store.missing.isEmpty {
      try files.write(whole: store.completedBatches, shards: parts.count)
    }
    let next = Set(store.missing.flatMap(\.shards)).sorted()
    if arguments.has(.next) {
      for shard in next { console.show(parts.command(shard) + "\n", isForPrograms: true) }
      return .holds
    }
    if next.isEmpty {
      try deferred.perform()
      return try found.get()
    }
    throw refusal(store.missing, next, parts)
  }

  /// The command of the partial results, with the options of the merge.
  private func work(of parts: Merge) throws(CommandError) -> Arguments {
    let words = parts.work.arguments
    let parsed = try? Arguments.parse(words)
    guard let parsed, parsed.subcommand.canBeDivided, !parsed.has(.help) else {
      let problem = Problem(
        file: parts.all[0].path, path: "arguments",
        message: "this command cannot be divided into shards",
        expected: .alternatives(Subcommand.all.filter(\.canBeDivided).map(\.name)))
      throw CommandError(problems: [problem])
    }
    // Before the operands, which may follow "--".
    let options = arguments.options(without: [.next])
    let work = try Arguments.parse([words[0]] + options + Array(words.dropFirst()))
    guard let work else { preconditionFailure("a divided command has a name") }
    return work
  }

  /// The error that lists the shards to run next: missing shards, or else shards with another
  /// round.
  private func refusal(_ missing: [PartialResultStore.MissingBatch], _ next: [Int], _ parts: Merge)
    -> CommandError
  {
    let given = parts.all.map(\.file.part.shard.number)
    let lacking = next.filter { !given.contains($0) }
    let batches = language.list(missing.prefix(3).map { $0.batchName.escapingControls })
    let count = "\(parts.count)"
    var text =
      lacking.isEmpty
      ? language(
        "{0} of {1} shards still have to continue with {2}", "\(next.count)", count, batches)
      : language(
        "{0} of {1} shards are missing: {2}", "\(lacking.count)", count,
        language.list(lacking.prefix(20).map { "\($0)" } + (lacking.count > 20 ? ["…"] : [])))
    text += "\n"
    let listed = lacking.isEmpty ? next : lacking
    for shard in listed.prefix(3) { text += "  " + parts.command(shard) + "\n" }
    if listed.count > 3 { text += "  " + language("more follow; --next prints all") + "\n" }
    return CommandError(text: "lostorder: " + text, lacking.isEmpty ? .undecided : .badScenario)
  }
}

/// The given partial results of one work, at most one per shard.
private struct Merge {
  let all: [(path: String, file: PartialResultFile)]
  /// The folder of the partial results, as far as known.
  let folder: String

  var work: ShardedWorkIdentity { all[0].file.work }
  var count: Int { all[0].file.part.shard.count }

  /// The command of a shard, to paste.
  func command(_ shard: Int) -> String { work.command(shard, of: count, parts: folder) }

  /// Reads files, and all files of folders.
  init(_ paths: [String]) throws(CommandError) {
    let found = paths.map { path in
      guard SummaryFiles.isFolder(path) else { return [path] }
      let names = (FolderOperations.names(in: path) ?? []).filter {
        $0.hasSuffix(".json") && !$0.hasPrefix(".")
      }
      return names.sorted().map { "\(path)/\($0)" }
    }
    let nothing = { (path: String) in
      Problem(
        file: path, message: "there are no partial results here",
        expected: "the partial results of all shards")
    }
    var problems = zip(paths, found).filter(\.1.isEmpty).map { nothing($0.0) }
    var all: [(path: String, file: PartialResultFile)] = []
    for path in found.joined() {
      do throws(Problems) {
        let file = try PartialResultFiles.read(path)
        // The result of an earlier merge is computed again.
        if !file.isMerged { all.append((path, file)) }
      } catch { problems += error.list }
    }
    // With partial results of two works, the work with more of them is meant; of equals, the first.
    let sizes = Dictionary(grouping: all) { $0.file.work.fingerprint }.mapValues(\.count)
    if let meant = all.first(where: { sizes[$0.file.work.fingerprint] == sizes.values.max() }) {
      for (index, other) in all.enumerated() {
        let shard = other.file.part.shard
        if other.file.work != meant.file.work || shard.count != meant.file.part.shard.count {
          problems.append(
            Problem(
              file: other.path, path: "fingerprint",
              message: "this partial result is from other work: \(other.file.words)",
              expected: "a partial result of \(meant.file.words)"))
        } else if let first = all[..<index].first(where: {
          $0.file.part.shard == shard && $0.file.work == meant.file.work
        }) {
          problems.append(
            Problem(
              file: other.path, path: "shard",
              message: "shard \(shard.description) is also in \(first.path.quoted)",
              expected: "each once"))
        }
      }
    }
    if all.isEmpty, problems.isEmpty { problems = [nothing(paths[0])] }
    if !problems.isEmpty { throw CommandError(problems: problems) }
    self.all = all
    let first = paths[0]
    folder =
      SummaryFiles.isFolder(first)
      ? first : first.lastIndex(of: "/").map { String(first[..<$0]) } ?? "."
  }

  /// The differences between the partial results and the command with its files as they are now;
  /// nil: none.
  func problem(of arguments: Arguments) -> [Problem]? {
    do throws(CommandError) {
      let now = try ShardedWorkIdentity(arguments, shards: count)
      // A partial result names its command, but not where results are written.
      if now == work { return nil }
      return [
        Problem(
          file: all[0].path, path: "fingerprint",
          message: work.version != now.version
            ? "the partial results are from version \(work.version) of the command"
            : work.fingerprint != now.fingerprint
              ? "the files have changed since the shards ran"
              : "these are not the arguments of a shard",
          expected: "partial results of \(now.quotedCommand) as it is now")
      ]
    } catch { return error.problems ?? [] }
  }
}

extension PartialResultFile {
  fileprivate var words: Phrase {
    "\(work.quotedCommand) in \(part.shard.count) shards, \(work.fingerprint.prefix(12).description)"
  }
}
