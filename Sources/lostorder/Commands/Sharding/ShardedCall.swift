import Experiments
import JSONText
import Reports
import Scenarios

extension CommandContext {
  /// Runs the subcommand: as a whole, as one shard, or from a saved partial result.
  func performSubcommand() throws(CommandError) -> ExitCode {
    let (isShard, resumes) = (arguments.has(.shard), arguments.has(.resume))
    if isShard, resumes {
      throw CommandError(
        "option '--resume' cannot be used with '--shard'; a shard always continues from its partial result"
      )
    }
    if arguments.has(.parts), !isShard, !resumes {
      throw CommandError("option '--parts' needs '--shard' or '--resume'")
    }
    if isShard { return try runShard(Shard(argument: arguments.text(.shard) ?? "")) }
    return resumes ? try resume() : try perform()
  }

  /// Simulates the pieces of one shard, as far as they are known, and saves a partial result.
  private func runShard(_ shard: Shard) throws(CommandError) -> ExitCode {
    let (files, store) = try parts(of: shard)
    // Output and files belong to all shards, and are produced by the merge.
    let deferred = BufferedConsole()
    let console = console
    let found = try files.whileSaving(store) {
      () -> Result<ExitCode, CommandError> in
      let call = CommandContext(
        console: console.deferring(to: deferred), arguments: arguments,
        division: ShardedExecution(store), deferred: deferred)
      return Result { () throws(CommandError) in try call.perform() }
    }
    try refuseForeign(store, of: shard.count, in: files, after: found)
    let path = "\(files.folder)/\(files.work.file(of: shard))".escapingControls
    if let interruption = console.cancellation.interruption {
      let words = InterruptionText.line(interruption, users: nil, designs: [], language)
      let message = language(
        "shard {0}: {1}; the same command continues from {2}", "\(shard)", words, path)
      printError(line: "lostorder: \(message)")
      return ExitCode(interruption)
    }
    let missing = store.missing
    // A simulation without end belongs to this shard, and only this shard can report it.
    if store.hasRunaway {
      try deferred.perform(onlyComplaints: true)
      return try found.get().worse(.undecided)
    }
    // If no results are missing, the error would occur in every shard.
    if missing.isEmpty, case .failure(let refusal) = found {
      try deferred.perform()
      if store.partialResult.batches.isEmpty { files.remove(shard) }
      throw refusal
    }
    let folder = files.folder.fileWord
    let whole = language(
      "shard {0}: the work is complete; '{1}' prints the result", "\(shard)",
      Program.invocation("lostorder merge \(folder)"))
    let waits = language(
      "shard {0}: done for now, in {1}; '{2}' prints the commands that still have to run",
      "\(shard)", path, Program.invocation("lostorder merge --next \(folder)"))
    console.print((missing.isEmpty ? whole : waits) + "\n")
    return .holds
  }

  /// Continues a killed or interrupted run from its partial result, and reports the whole.
  private func resume() throws(CommandError) -> ExitCode {
    let (files, store) = try parts(of: .whole)
    files.leftParts.forEach(printError)
    var call = self
    call.division = ShardedExecution(store)
    let code = try files.whileSaving(store) {
      [call] () -> Result<ExitCode, CommandError> in
      Result { () throws(CommandError) in try call.perform() }
    }
    try refuseForeign(store, of: 1, in: files, after: code)
    // After any other error, such as a full disk, the partial result is kept.
    if case .success = code, console.cancellation.interruption == nil { files.remove(.whole) }
    if case .failure = code, store.partialResult.batches.isEmpty { files.remove(.whole) }
    return try code.get()
  }

  private func parts(of shard: Shard) throws(CommandError) -> (
    PartialResultFiles, PartialResultStore
  ) {
    let work = try ShardedWorkIdentity(arguments, shards: shard.count)
    let files = PartialResultFiles(folder: arguments.text(.parts) ?? "parts", work: work)
    let (own, whole) = try files.read(shard)
    return (files, PartialResultStore(.runs(shard), own.map { [$0] } ?? [], whole: whole))
  }

  /// Rejects partial results with content that does not fit the work.
  /// - Parameter result: the result of the work.
  func refuseForeign(
    _ store: PartialResultStore, of shards: Int, in files: PartialResultFiles,
    after result: Result<ExitCode, CommandError>
  ) throws(CommandError) {
    let isFinished = (try? result.get()) != nil && console.cancellation.interruption == nil
    let foreign = store.foreignBatches(isWorkFinished: isFinished)
    if foreign.isEmpty { return }
    throw CommandError(
      problems: foreign.map { foreign in
        // A batch of another number of shards is from the merged results.
        let (shard, work) = (foreign.shard, files.work)
        let name = shard.count == shards ? work.file(of: shard) : work.wholeFile
        return Problem(
          file: files.folder + "/" + name, path: foreign.batchName,
          message: foreign.problem?.phrase
            ?? "the work has no such batch, or a batch of other pieces",
          expected: "the results of a shard of this work")
      })
  }
}

extension ArchiveError {
  fileprivate var phrase: Phrase {
    switch kind {
    case .tooFew: "there are too few numbers"
    case .tooMany: "there are too many numbers"
    case .impossible(let place): "number \(place + 1) is not possible here"
    }
  }
}
