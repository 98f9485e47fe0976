import Experiments
import JSONText
import Reports
import Scenarios

extension Call {
  /// The folder of parts that was asked for.
  var partsFolder: String { arguments.text(.parts) ?? "parts" }

  /// Does what the subcommand does: all of it, one shard of it, or what was left of it.
  func obey() throws(Refusal) -> ExitCode {
    let (isShard, resumes) = (arguments.has(.shard), arguments.has(.resume))
    if isShard, resumes {
      throw Refusal("option '--resume' is for a whole; a shard goes on from its part by itself")
    }
    if arguments.has(.parts), !isShard, !resumes {
      throw Refusal("option '--parts' needs '--shard' or '--resume'")
    }
    if isShard { return try playShard(Shard(argument: arguments.text(.shard) ?? "")) }
    return resumes ? try resume() : try perform()
  }

  /// Plays the pieces of one shard, as far as they are known to be its own, and keeps them as a part.
  private func playShard(_ shard: Shard) throws(Refusal) -> ExitCode {
    let (files, store) = try parts(of: shard)
    // What would be printed and written is that of all shards, and told when they are merged.
    let deferred = Deferred()
    let console = console
    let found = try PartSaver(store, files).whileSaving { () -> Result<ExitCode, Refusal> in
      var call = Call(console: console.deferring(to: deferred), arguments: arguments)
      (call.division, call.deferred) = (Division(store), deferred)
      return Result { () throws(Refusal) in try call.perform() }
    }
    if let refusal = Refusal(
      foreign: store.foreign(isAtEnd: (try? found.get()) != nil && console.stop.cut == nil),
      of: shard.count, in: files)
    {
      throw refusal
    }
    let path = "\(files.folder)/\(files.work.file(of: shard))".escapingControls
    if let cut = console.stop.cut {
      let words = CutText.line(cut, users: nil, designs: [], language)
      console.complain(
        "lostorder: \(language("shard {0}: {1}; the same command goes on from {2}", "\(shard)", words, path))\n"
      )
      return ExitCode(cut)
    }
    let missing = store.missing
    // The users with an endless life are this shard's own, and nobody else can tell of them.
    if store.hasFailed {
      try deferred.perform(onlyComplaints: true)
      return try found.get().worse(.undecided)
    }
    // Where nothing is missing, what went wrong is what would go wrong everywhere.
    if missing.isEmpty, case .failure(let refusal) = found {
      try deferred.perform()
      if store.part.batches.isEmpty { files.remove(shard) }
      throw refusal
    }
    let folder = files.folder.fileWord
    let whole = language(
      "shard {0}: everything is known; '{1}' tells it", "\(shard)",
      Program.pasted("lostorder merge \(folder)"))
    let waits = language(
      "shard {0}: done in {1}, as far as other shards are; '{2}' tells who goes on", "\(shard)",
      path, Program.pasted("lostorder merge --next \(folder)"))
    console.print((missing.isEmpty ? whole : waits) + "\n")
    return .holds
  }

  /// Goes on from what a run that was killed or cut short has left of the whole, and tells all of it.
  private func resume() throws(Refusal) -> ExitCode {
    let (files, store) = try parts(of: .whole)
    files.leftParts.forEach(complain)
    var call = self
    call.division = Division(store)
    let code = try PartSaver(store, files).whileSaving { [call] () -> Result<ExitCode, Refusal> in
      Result { () throws(Refusal) in try call.perform() }
    }
    if let refusal = Refusal(
      foreign: store.foreign(isAtEnd: (try? code.get()) != nil && console.stop.cut == nil), of: 1,
      in: files)
    {
      throw refusal
    }
    // Whatever went wrong, such as a full disk for results, what was played stays.
    if case .success = code, console.stop.cut == nil { files.remove(.whole) }
    if case .failure = code, store.part.batches.isEmpty { files.remove(.whole) }
    return try code.get()
  }

  private func parts(of shard: Shard) throws(Refusal) -> (PartFiles, PartStore) {
    let work = try DividedWork(arguments, shards: shard.count)
    let files = PartFiles(folder: partsFolder, work: work)
    let (own, whole) = try files.read(shard)
    return (files, PartStore(.plays(shard), own.map { [$0] } ?? [], whole: whole))
  }
}

extension Refusal {
  /// The refusal of parts that hold something else than the work asks for; nil where there is none.
  init?(foreign: [PartStore.Foreign], of shards: Int, in files: PartFiles) {
    if foreign.isEmpty { return nil }
    self.init(
      problems: foreign.map { foreign in
        Problem(
          file: files.folder + "/" + files.work.file(of: foreign.shard, among: shards),
          path: foreign.batch,
          what: foreign.problem.map { $0.phrase }
            ?? "the work has no such batch, or one of other pieces",
          expected: "what a shard of this work has found")
      })
  }
}

extension PackingProblem {
  fileprivate var phrase: Phrase {
    switch kind {
    case .tooFew: "there are too few numbers"
    case .tooMany: "there are too many numbers"
    case .impossible(let place): "number \(place + 1) is none that can be there"
    }
  }
}
