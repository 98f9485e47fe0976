import CLibrary
import Dispatch
import Experiments
import JSONText
import Reports
import Scenarios

/// The files with the partial results of some work, in one folder.
struct PartialResultFiles: Sendable {
  let folder: String, work: ShardedWorkIdentity

  /// The partial result of a shard, and the merged results of earlier rounds.
  func read(_ shard: Shard) throws(CommandError) -> (
    own: PartialResult?, whole: [PartialResult.BatchResult]
  ) {
    var problems: [Problem] = []
    func file(_ name: String) -> PartialResultFile? {
      let path = folder + "/" + name
      guard FolderOperations.exists(path) else { return nil }
      do throws(Problems) {
        let file = try PartialResultFiles.read(path)
        if file.work == work { return file }
        problems.append(
          Problem(
            file: path, path: "fingerprint", message: "this partial result is from other work",
            expected: "a partial result of this work, or no file"))
      } catch { problems += error.list }
      return nil
    }
    let own = file(work.file(of: shard))
    let whole = file(work.wholeFile)
    if !problems.isEmpty { throw CommandError(problems: problems) }
    return (own?.part.shard == shard ? own?.part : nil, whole?.part.batches ?? [])
  }

  /// Warnings about partial results of the same command and files, from which this run cannot
  /// continue.
  var leftParts: [Problem] {
    let current = work.file(of: .whole)
    let names = (FolderOperations.names(in: folder) ?? []).filter {
      $0 != current && $0.hasPrefix(work.arguments[0] + "-") && $0.hasSuffix("-1-of-1.json")
    }
    return names.sorted().compactMap { name in
      let path = folder + "/" + name
      guard let left = try? PartialResultFiles.read(path).work, left.operands == work.operands
      else { return nil }
      let message: Phrase =
        left.version != work.version
        ? "from version \(left.version) of the command, so it is not used"
        : left.arguments != work.arguments
          ? "from \(left.quotedCommand), so it is not used"
          : "from before the files changed, so it is not used"
      return Problem(
        file: path, path: "fingerprint", message: message,
        expected: "a partial result of \(work.quotedCommand) as it is now, or no file")
    }
  }

  /// Reads one partial result.
  static func read(_ path: String) throws(Problems) -> PartialResultFile {
    let bytes = try ScenarioFileReader.bytes(
      of: path, as: "a partial result of 'lostorder … --shard'", maximum: largest)
    return try PartialResultFile(bytes, file: path)
  }

  /// The largest file that is read, in bytes: 1 GiB.
  private static let largest = 1 << 30

  /// Writes a partial result and replaces the previous one as a whole.
  func write(_ part: PartialResult) throws(CommandError) {
    let text = PartialResultFile(work, part).text
    try ResultsFolder(path: folder).write(text, file: work.file(of: part.shard))
  }

  /// Writes the merged results of all shards, for the next round.
  func write(whole batches: [PartialResult.BatchResult], shards: Int) throws(CommandError) {
    let file = PartialResultFile(work, PartialResult(Shard(1, of: shards), batches), isMerged: true)
    try ResultsFolder(path: folder).write(file.text, file: work.wholeFile)
  }

  /// Removes a partial result that is no longer needed, and the folder if it is empty.
  func remove(_ shard: Shard) {
    unlink(folder + "/" + work.file(of: shard))
    rmdir(folder)
  }

  /// The time until threads hand over their results, and the time for that. Together they bound the
  /// lost time, besides the piece that each thread is working on.
  private static let pause = DispatchTimeInterval.seconds(4)
  private static let wait = DispatchTimeInterval.seconds(1)

  /// Runs work while the partial result is saved repeatedly, so that little is lost if the process
  /// is killed, and saves it a last time.
  func whileSaving<Found>(
    _ store: PartialResultStore, _ work: () throws(CommandError) -> Found
  ) throws(CommandError) -> Found {
    let before = store.partialResult
    // A folder that is not writable is reported before the simulation starts.
    if before.batches.isEmpty { try write(before) }
    let (end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async {
      defer { ended.signal() }
      while end.wait(timeout: .now() + PartialResultFiles.pause) == .timedOut {
        store.requestHandover()
        if end.wait(timeout: .now() + PartialResultFiles.wait) == .success { return }
        // A failed write is retried at the end, and reported then.
        try? write(store.partialResult)
      }
    }
    let found = Result { () throws(CommandError) in try work() }
    end.signal()
    ended.wait()
    let part = store.partialResult
    if part != before { try write(part) }
    return try found.get()
  }
}

extension ShardedWorkIdentity {
  /// The files of the command; nil if the arguments are not valid.
  fileprivate var operands: [String]? { (try? Arguments.parse(arguments))?.operands }
}
