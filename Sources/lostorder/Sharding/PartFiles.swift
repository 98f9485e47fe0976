import CLibrary
import Dispatch
import Experiments
import JSONText
import Reports
import Scenarios

/// The files of the parts of some work, in one folder.
struct PartFiles: Sendable {
  let folder: String, work: DividedWork

  /// What lies there of a shard, and what a merge has put together of all.
  func read(_ shard: Shard) throws(Refusal) -> (own: Part?, whole: [Part.Batch]) {
    var problems: [Problem] = []
    func file(_ name: String) -> PartFile? {
      let path = folder + "/" + name
      guard Folder.exists(path) else { return nil }
      do throws(Problems) {
        let file = try PartFiles.read(path)
        if file.work == work { return file }
        problems.append(
          Problem(
            file: path, path: "fingerprint", what: "a part of other work",
            expected: "one of this, or none"))
      } catch { problems += error.list }
      return nil
    }
    let own = file(work.file(of: shard))
    let whole = file(work.wholeFile)
    if !problems.isEmpty { throw Refusal(problems: problems) }
    return (own?.part.shard == shard ? own?.part : nil, whole?.part.batches ?? [])
  }

  /// The parts of a whole beside this one, of the same command and files, from which this one cannot go on.
  var leftParts: [Problem] {
    let own = work.file(of: .whole)
    let names = (Folder.names(in: folder) ?? []).filter {
      $0 != own && $0.hasPrefix(work.arguments[0] + "-") && $0.hasSuffix("-1-of-1.json")
    }
    return names.sorted().compactMap { name in
      let path = folder + "/" + name
      guard let left = try? PartFiles.read(path).work, left.operands == work.operands else {
        return nil
      }
      let what: Phrase =
        left.version != work.version
        ? "left by version \(left.version) of the command, so it is not used"
        : left.arguments != work.arguments
          ? "left by \(left.arguments.joined(separator: " ").quoted), so it is not used"
          : "left from before the files changed, so it is not used"
      return Problem(
        file: path, path: "fingerprint", what: what,
        expected: "a part of \(work.arguments.joined(separator: " ").quoted) as it is, or none")
    }
  }

  /// Reads one part.
  static func read(_ path: String) throws(Problems) -> PartFile {
    let bytes = try ScenarioFile.bytes(
      of: path, as: "a part of 'lostorder … --shard'", most: largest)
    return try PartFile(bytes, file: path)
  }

  /// The largest part that is read, in bytes: 1 GiB.
  private static let largest = 1 << 30

  /// Writes a part: as a whole, in the place of what was there.
  func write(_ part: Part) throws(Refusal) {
    let text = PartFile(work, part).text
    try ResultsFolder(path: folder).write(text, file: work.file(of: part.shard))
  }

  /// Writes what all shards together have found, for those of the next round.
  func write(whole batches: [Part.Batch], shards: Int) throws(Refusal) {
    let file = PartFile(work, Part(Shard(1, of: shards), batches), isWhole: true)
    try ResultsFolder(path: folder).write(file.text, file: work.wholeFile)
  }

  /// Puts a part away that nobody needs any more, and the folder if nothing else is in it.
  func remove(_ shard: Shard) {
    unlink(folder + "/" + work.file(of: shard))
    rmdir(folder)
  }
}

extension DividedWork {
  /// The files of the command; nil where it is none.
  fileprivate var operands: [String]? { (try? Arguments.parse(arguments))?.operands }
}

/// Writes a part again and again while it grows, so that little is lost when the process is killed.
struct PartSaver {
  private let store: PartStore, files: PartFiles

  /// How long threads go on before they hand over what they have, and how long that may take: together the
  /// time that is lost at most, beside the one piece that a thread is at.
  private static let (pause, wait) = (
    DispatchTimeInterval.seconds(4), DispatchTimeInterval.seconds(1)
  )

  init(_ store: PartStore, _ files: PartFiles) { (self.store, self.files) = (store, files) }

  /// Does work while the part is saved; writes it a last time.
  func whileSaving<Found>(_ work: () throws(Refusal) -> Found) throws(Refusal) -> Found {
    let before = store.part
    // A folder that cannot be written to is told of before anything is played.
    if before.batches.isEmpty { try files.write(before) }
    let (end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    DispatchQueue.global().async { [store, files] in
      defer { ended.signal() }
      while end.wait(timeout: .now() + PartSaver.pause) == .timedOut {
        store.collect()
        if end.wait(timeout: .now() + PartSaver.wait) == .success { return }
        // What cannot be written now is written at the end, or told of then.
        try? files.write(store.part)
      }
    }
    let found = Result { () throws(Refusal) in try work() }
    end.signal()
    ended.wait()
    let part = store.part
    if part != before { try files.write(part) }
    return try found.get()
  }
}
