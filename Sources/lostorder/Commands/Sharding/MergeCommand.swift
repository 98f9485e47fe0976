import CLibrary
import Experiments
import JSONText
import Reports
import Scenarios

extension Call {
  /// `lostorder merge PARTS…`: what all shards together have found, as one run would tell it.
  func merge() throws(Refusal) -> ExitCode {
    let parts = try Merge(arguments.operands)
    let work = try work(of: parts)
    if let problem = parts.problem(of: work) { throw Refusal(problems: problem) }
    let store = PartStore(.merges(shards: parts.count), parts.all.map(\.file.part))
    let deferred = Deferred()
    var call = Call(console: console.deferring(to: deferred), arguments: work)
    (call.division, call.deferred) = (Division(store), deferred)
    let found = Result { [call] () throws(Refusal) in try call.perform() }
    let files = PartFiles(folder: parts.folder, work: parts.work)
    if let refusal = Refusal(
      foreign: store.foreign(isAtEnd: (try? found.get()) != nil && console.stop.cut == nil),
      of: parts.count, in: files)
    {
      throw refusal
    }
    if let cut = console.stop.cut {
      throw Refusal(
        text: CutText.line(cut, users: nil, designs: [], language) + "\n", ExitCode(cut))
    }
    if !store.missing.isEmpty { try files.write(whole: store.known, shards: parts.count) }
    let next = store.missing.reduce(into: Set<Int>()) { $0.formUnion($1.shards) }.sorted()
    if arguments.has(.next) {
      for shard in next {
        console.show(
          parts.work.command(shard, of: parts.count, parts: parts.folder) + "\n",
          isForPrograms: true)
      }
      return .holds
    }
    if next.isEmpty {
      try deferred.perform()
      return try found.get()
    }
    throw refusal(store.missing, next, parts)
  }

  /// The command whose shards the parts are, with the options of the merge.
  private func work(of parts: Merge) throws(Refusal) -> Arguments {
    let words = parts.work.arguments
    let told = try? Arguments.parse(words)
    guard let told, told.subcommand.canBeDivided, !told.has(.help) else {
      throw Refusal(
        problems: [
          Problem(
            file: parts.all[0].path, path: "arguments", what: "no command that has shards",
            expected: .alternatives(Subcommand.all.filter(\.canBeDivided).map(\.name)))
        ])
    }
    // Before the operands, which may be behind a "--".
    let options = arguments.options(without: [.next])
    let work = try Arguments.parse([words[0]] + options + Array(words.dropFirst()))
    guard let work else { preconditionFailure("there is a word") }
    return work
  }

  /// Who has yet to play what: who is missing, or, where nobody is, who goes on.
  private func refusal(_ missing: [PartStore.Missing], _ next: [Int], _ parts: Merge) -> Refusal {
    let lacking = next.filter { number in
      !parts.all.contains { $0.file.part.shard.number == number }
    }
    let batches = language.list(missing.prefix(3).map { $0.batch.escapingControls })
    let count = "\(parts.count)"
    var text =
      lacking.isEmpty
      ? language("{0} of {1} shards have yet to go on with {2}", "\(next.count)", count, batches)
      : language(
        "{0} of {1} shards are missing: {2}", "\(lacking.count)", count,
        language.list(lacking.prefix(20).map { "\($0)" } + (lacking.count > 20 ? ["…"] : [])))
    text += "\n"
    let told = lacking.isEmpty ? next : lacking
    for shard in told.prefix(3) {
      text += "  " + parts.work.command(shard, of: parts.count, parts: parts.folder) + "\n"
    }
    if told.count > 3 { text += "  " + language("and so on; --next prints all") + "\n" }
    return Refusal(text: "lostorder: " + text, lacking.isEmpty ? .undecided : .badScenario)
  }
}

/// The parts that were named, of one work, at most one of each shard.
private struct Merge {
  let all: [(path: String, file: PartFile)]
  /// The folder in which they lie, as far as one can be told.
  let folder: String

  var work: DividedWork { all[0].file.work }
  var count: Int { all[0].file.part.shard.count }

  /// Reads files, and all of folders.
  init(_ paths: [String]) throws(Refusal) {
    var (files, problems) = ([String](), [Problem]())
    for path in paths {
      guard SummaryFiles.isFolder(path) else {
        files.append(path)
        continue
      }
      let names = (Folder.names(in: path) ?? []).filter {
        $0.hasSuffix(".json") && !$0.hasPrefix(".")
      }
      files += names.sorted().map { "\(path)/\($0)" }
      if names.isEmpty {
        problems.append(Problem(file: path, what: "no parts here", expected: "those of all shards"))
      }
    }
    var all: [(path: String, file: PartFile)] = []
    for path in files {
      do throws(Problems) {
        let file = try PartFiles.read(path)
        // What an earlier merge has put together is made anew.
        if !file.isWhole { all.append((path, file)) }
      } catch { problems += error.list }
    }
    // Of two works that of more parts is meant; of as many, the first.
    let sizes = Dictionary(grouping: all) { $0.file.work.fingerprint }.mapValues(\.count)
    if let meant = all.first(where: { sizes[$0.file.work.fingerprint] == sizes.values.max() }) {
      for (index, other) in all.enumerated() {
        let shard = other.file.part.shard
        if other.file.work != meant.file.work || shard.count != meant.file.part.shard.count {
          problems.append(
            Problem(
              file: other.path, path: "fingerprint",
              what: "a part of other work: \(other.file.words)",
              expected: "one of \(meant.file.words)"))
        } else if let first = all[..<index].first(where: {
          $0.file.part.shard == shard && $0.file.work == meant.file.work
        }) {
          problems.append(
            Problem(
              file: other.path, path: "shard",
              what: "shard \(shard.description) is in \(first.path.quoted) too",
              expected: "each once"))
        }
      }
    }
    if all.isEmpty, problems.isEmpty {
      problems = [Problem(file: paths[0], what: "no parts here", expected: "those of all shards")]
    }
    if !problems.isEmpty { throw Refusal(problems: problems) }
    self.all = all
    let first = paths[0]
    folder =
      SummaryFiles.isFolder(first)
      ? first : first.lastIndex(of: "/").map { String(first[..<$0]) } ?? "."
  }

  /// What tells the parts from those of the command as its files are now; nil: nothing.
  func problem(of arguments: Arguments) -> [Problem]? {
    do throws(Refusal) {
      let now = try DividedWork(arguments, shards: count)
      // A part says which command it is of; where its results go is not for it to say.
      if now == work { return nil }
      return [
        Problem(
          file: all[0].path, path: "fingerprint",
          what: work.version != now.version
            ? "the parts are of version \(work.version) of the command"
            : work.fingerprint != now.fingerprint
              ? "the files have changed since the parts were played"
              : "the arguments are not those of a shard",
          expected: "parts of \(now.arguments.joined(separator: " ").quoted) as it is")
      ]
    } catch { return error.problems ?? [] }
  }
}

extension PartFile {
  fileprivate var words: Phrase {
    "\(work.arguments.joined(separator: " ").quoted) in \(part.shard.count) shards, \(work.fingerprint.prefix(12).description)"
  }
}
