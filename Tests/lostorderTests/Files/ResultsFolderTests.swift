import Experiments
import Foundation
import LostOrder
import Reports
import Synchronization
import TestSupport
import Testing

/// Results that cannot be written: one clear message, code 74, and existing files are kept.
@Suite("ResultsFolder") struct ResultsFolderTests {
  private static let scenario = #"{ "name": "small", "users": 10, "designs": ["naive"] }"#

  @Test("a results folder that is a file is rejected before the run")
  func file() throws {
    let folder = try Scratch()
    let file = try folder.write(Self.scenario, "small.json")
    let ending = try Command.run("run", file, "--out", file)
    ending.expectErrors(
      "lostorder: cannot write results: folder '\(file)': not a directory\n", code: 74, output: "")
  }

  @Test("a folder that cannot be created is named")
  func unwritable() {
    let folder = ResultsFolder(path: "/dev/null/results")
    let refusal = #expect(throws: CommandError.self) {
      try folder.write("{}", name: "small", file: "summary.json")
    }
    expectEqual(refusal?.code, .cannotWrite)
    expectEqual(
      refusal?.text(),
      "lostorder: cannot write results: folder '/dev/null/results': not a directory\n")
    expectEqual(refusal?.text(in: .zh), "lostorder: 结果写入失败：文件夹 '/dev/null/results'：不是文件夹\n")
  }

  @Test("a failed write keeps the previous summary and leaves no temporary file")
  func halfWritten() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    try folder.write("what was there", "out/small/summary.json")
    let ending = try Executable.run(
      file, folder.path + "/out", shell: "ulimit -f 0; exec \"$0\" run \"$1\" --quiet --out \"$2\"")
    expectEqual(ending.code, 74)
    #expect(ending.errors.hasPrefix("lostorder: cannot write results: file '"))
    #expect(ending.errors.hasSuffix("': file too large\n"))
    #expect(try folder.bytes("out/small/summary.json") == Data("what was there".utf8))
    #expect(try folder.list("out/small") == ["summary.json"])
  }

  @Test("a summary completely replaces the previous one")
  func replaced() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    try folder.write(String(repeating: "long ", count: 10_000), "out/small/summary.json")
    let ending = try Command.run("run", file, "--quiet", "--out", folder.path + "/out")
    expectEqual(ending.code, 0)
    let text = try folder.text("out/small/summary.json")
    #expect(text.hasPrefix("{\n  \"format\": 1,") && text.hasSuffix("}\n"))
    #expect(try folder.list("out/small") == Scratch.filesOfRun)
  }

  @Test("foreign files beside the files of a run are kept, whatever they are")
  func others() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    try folder.write("{}", "out/small/sweep.json")
    try folder.write("mine", "out/small/notes/mine.txt")
    let target = try folder.write("elsewhere", "elsewhere.txt")
    let link = folder.path + "/out/small/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let inode =
      try FileManager.default.attributesOfItem(
        atPath: folder.path + "/out/small/sweep.json")[.systemFileNumber] as? Int
    let ending = try Command.run("run", file, "--quiet", "--out", folder.path + "/out")
    expectEqual(ending.code, 0)
    #expect(
      try folder.list("out/small")
        == (Scratch.filesOfRun + ["link", "notes", "sweep.json"]).sorted())
    #expect(try folder.bytes("out/small/notes/mine.txt") == Data("mine".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    let same =
      try FileManager.default.attributesOfItem(
        atPath: folder.path + "/out/small/sweep.json")[.systemFileNumber] as? Int
    #expect(inode != nil && same == inode)
    #expect(try folder.list("out").filter { $0.hasPrefix(".") } == [])
  }

  @Test("temporary files of killed runs are removed by the next run, and foreign files are kept")
  func leftOver() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    try folder.write("half", "out/.small.123.part/summary.json")
    try folder.write("half", "out/.small.123.part/sweep.svg")
    try folder.write("mine", "out/.small.123.part/notes/mine.txt")
    try folder.write("half", "out/small/.sweep.json.77.part")
    try folder.write("mine", "out/small/.hidden")
    try folder.write("other", "out/.other.123.part/summary.json")
    try folder.write("half", "out/.junit.xml.123.part")
    let ending = try Command.run("run", file, "--quiet", "--out", folder.path + "/out")
    expectEqual(ending.code, 0)
    #expect(try folder.list("out/small") == ([".hidden"] + Scratch.filesOfRun + ["notes"]).sorted())
    #expect(try folder.bytes("out/small/notes/mine.txt") == Data("mine".utf8))
    #expect(try folder.list("out").filter { $0.hasPrefix(".") } == [".other.123.part"])
    // Where folders cannot be swapped atomically, the old folder may be the only copy left.
    try FileManager.default.moveItem(
      atPath: folder.path + "/out/small", toPath: folder.path + "/out/.small.9.old.part")
    try ResultsFolder(path: folder.path + "/out").prepare(name: "small", for: Scratch.filesOfRun)
    #expect(try folder.list("out/small") == ([".hidden"] + Scratch.filesOfRun + ["notes"]).sorted())
  }

  @Test("a writer keeps the temporary files of other processes, on any host")
  func othersAside() throws {
    let folder = try Scratch()
    let others = [".2.json.9.part", ".2.json.far-9.part", ".mine.txt.part", ".1.json.far.part"]
    for name in others + [".1.json.9.part", ".1.json.far-away-9.part"] {
      try folder.write("half", "out/" + name)
    }
    try ResultsFolder(path: folder.path + "/out").write("{}", file: "1.json")
    #expect(try folder.list("out") == (others + ["1.json"]).sorted())
    let (process, host) = (
      ProcessInfo.processInfo.processIdentifier,
      try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8).dropLast()
    )
    expectEqual(
      FolderOperations.temporaryName("out/1.json"), "out/.1.json.\(host.prefix(40))-\(process).part"
    )
  }

  @Test("a link in the place of a temporary file is not followed")
  func linkAside() throws {
    let (folder, target) = try Scratch.with("keep me", "target.txt")
    try folder.write("", "out/small/x")
    let results = ResultsFolder(path: folder.path + "/out")
    let temporaryName = FolderOperations.temporaryName(folder.path + "/out/small/sweep.json")
    try FileManager.default.createSymbolicLink(atPath: temporaryName, withDestinationPath: target)
    try results.write("{}", name: "small", file: "sweep.json")
    #expect(try folder.bytes("target.txt") == Data("keep me".utf8))
    #expect(try folder.bytes("out/small/sweep.json") == Data("{}".utf8))
    #expect(try folder.list("out/small") == ["sweep.json", "x"])
  }

  @Test("a linked folder of a scenario stays a link, and the files of its target change")
  func linkedFolder() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    try folder.write("{}", "disk/place/sweep.json")
    try folder.write("", "out/x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/out/small", withDestinationPath: folder.path + "/disk/place")
    let ending = try Command.run("run", file, "--quiet", "--out", folder.path + "/out")
    expectEqual(ending.code, 0)
    #expect(try folder.list("disk/place") == (Scratch.filesOfRun + ["sweep.json"]).sorted())
    #expect(try folder.list("disk") == ["place"] && folder.list("out/small").count == 6)
  }

  @Test("output that standard output rejects ends with 74")
  func fullOutput() throws {
    let ending = try Executable.run(shell: "exec \"$0\" designs > /dev/full")
    ending.expectErrors(
      "lostorder: cannot write results: standard output: no space left on device\n", code: 74)
  }

  @Test(
    "a run with a full or closed standard output writes its results and ends with 74",
    arguments: [("> /dev/full", "no space left on device"), (">&-", "bad file descriptor")])
  func lostOutput(redirection: String, reason: String) throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    let ending = try Executable.run(
      file, folder.path + "/out",
      shell: "exec \"$0\" run \"$1\" --out \"$2\" --time-limit 1h \(redirection)")
    ending.expectErrors("lostorder: cannot write results: standard output: \(reason)\n", code: 74)
    #expect(try folder.list("out/small") == Scratch.filesOfRun)
    #expect(try folder.list("out") == ["junit.xml", "report.md", "small"])
  }

  @Test(
    "a folder in the place of a result file is named before the run and kept",
    arguments: [
      ("run", "small/losses.csv"), ("run", "small/summary.json"), ("run", "junit.xml"),
      ("run", "report.md"), ("attribute", "small/attribution.json"),
      ("search", "small/search.json"), ("explore", "small/exploration.json"),
      ("mutate", "small/mutation.json"), ("mutate", "mutation.xml"),
    ])
  func folderForFile(command: String, place: String) throws {
    let folder = try Scratch()
    let gated =
      String(Self.scenario.dropLast(2))
      + #", "expect": [{ "design": "naive", "metric": "lostRate", "max": 0.9 }] }"#
    let file = try folder.write(gated, "small.json")
    try folder.write("mine", "out/\(place)/mine.txt")
    let ending = try Command.run(command, file, "--out", folder.path + "/out")
    ending.expectErrors(
      "lostorder: cannot write results: file '\(folder.path)/out/\(place)': is a directory\n",
      code: 74, output: "")
    #expect(try folder.list("out/\(place)") == ["mine.txt"])
    #expect(try folder.list("out") == [place.split(separator: "/").first.map(String.init)])
  }

  #if os(Linux)
    @Test("a folder that allows no temporary folder beside it is rejected before the run")
    func parent() throws {
      let folder = try Scratch()
      let file = try folder.write(Self.scenario, "small.json")
      try folder.write("", "out/x")
      // No user, not even root, can create anything in the folder of a process.
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/out/small", withDestinationPath: "/proc/self/fd")
      let ending = try Command.run("run", file, "--out", folder.path + "/out")
      #expect(ending.code == 74 && ending.output == "")
      #expect(ending.errors.hasPrefix("lostorder: cannot write results: folder '"))
      #expect(try folder.list("out") == ["small", "x"])
    }
  #endif

  @Test("a run that is interrupted early leaves no new folder and keeps an existing one")
  func interruptedEarly() throws {
    let (folder, file) = try Scratch.with(Self.scenario, "small.json")
    let errors = Mutex("")
    let console = Console { text in errors.withLock { $0 += text } }
    // Cancelled before the start.
    console.cancellation.cancelAtTimeLimit()
    for command in ["run", "attribute", "search"] {
      let code = console.run([command, file, "--out", folder.path + "/out"])
      let message = errors.withLock { text in
        defer { text = "" }
        return text
      }
      #expect(code == .undecided && message.contains("before there was a result"), "\(message)")
      #expect(try folder.list("out") == [])
    }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/out/small", withIntermediateDirectories: false)
    _ = console.run(["run", file, "--out", folder.path + "/out"])
    #expect(try folder.list("out") == ["small"])
  }

  @Test(
    "a command that is interrupted early prints nothing",
    arguments: ["compare FILE", "funnel FILE", "funnel FILE --by day", "mutate FILE"],
    ["text", "json"])
  func nothingShown(command: String, form: String) throws {
    let folder = try Scratch()
    let file = try folder.write(
      #"{ "name": "small", "designs": ["naive", "keep-1"], "expect": [{ "design": "naive", "metric": "lostRate", "max": 1 }] }"#,
      "small.json")
    let (output, errors) = (SharedText(), SharedText())
    var console = Console { errors.append($0) }
    console.print = { output.append($0) }
    console.cancellation.cancelAtTimeLimit()
    let words = command.split(separator: " ").map { $0 == "FILE" ? file : String($0) }
    expectEqual(console.run(words + ["--format", form]), .undecided)
    expectEqual(output.text, "")
    #expect(errors.text.contains("before there was a result") && !errors.text.contains("charged"))
  }
}
