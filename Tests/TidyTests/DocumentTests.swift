import Foundation
import TestSupport
import Testing

/// The README and the articles: short, linked, in the terms of the glossary, with current output.
@Suite struct DocumentTests {
  @Test func `the README has at most 200 lines`() throws {
    #expect(try Document(path: "README.md").lines.dropLast().count <= 200)
  }

  @Test func `the picture of the README has less than 150 kB`() throws {
    let picture = PackageFiles.path("Sources/lostorder/lostorder.docc/Resources/report.png")
    let size = try FileManager.default.attributesOfItem(atPath: picture)[.size] as? Int
    #expect(try #require(size) < 150_000)
  }

  @Test func `a document has one title, in its first line`() throws {
    for document in try Document.all() {
      expectEqual(document.lines.first?.hasPrefix("# "), true, "\(document.path)")
      expectEqual(document.prose.count { $0.hasPrefix("# ") }, 1, "\(document.path)")
    }
  }

  @Test func `every module has an article of its name`() throws {
    let modules = try FileManager.default.contentsOfDirectory(atPath: PackageFiles.path("Sources"))
    let articles = try Document.articles().map(\.path)
    let missing = modules.filter { !articles.contains("Sources/\($0)/\($0).docc/\($0).md") }
    expectEqual(missing, [])
  }

  @Test func `every link to a file leads to an existing file and heading`() throws {
    let documents = try Document.all()
    var broken: [String] = []
    for document in documents {
      for (file, heading) in document.fileLinks {
        let whole = PackageFiles.path(file.isEmpty ? document.path : document.folder + file)
        let path = URL(fileURLWithPath: whole).standardized.path
        let target = documents.first { PackageFiles.path($0.path) == path }
        let isThere = FileManager.default.fileExists(atPath: path)
        if !isThere || heading.map({ target?.headings.contains($0) != true }) ?? false {
          broken.append("\(document.path): \(file)#\(heading ?? "")")
        }
      }
    }
    expectEqual(broken, [])
  }

  @Test func `every link to an article leads to an article of the same module`() throws {
    let articles = try Document.articles()
    var broken: [String] = []
    for article in articles {
      let siblings = articles.filter { $0.folder == article.folder }.map(\.name)
      broken += article.articleLinks.filter { !siblings.contains($0) }
        .map { "\(article.path): \($0)" }
    }
    expectEqual(broken, [])
  }

  @Test func `every article is linked from the article of its module`() throws {
    let articles = try Document.articles()
    var unreached: [String] = []
    for home in articles where home.folder.hasSuffix("/\(home.name).docc/") {
      let siblings = articles.filter { $0.folder == home.folder }
      var reached = [home.name]
      var next = 0
      while next < reached.count {
        for article in siblings where article.name == reached[next] {
          reached += article.articleLinks.filter { !reached.contains($0) }
        }
        next += 1
      }
      unreached += siblings.map(\.name).filter { !reached.contains($0) }
    }
    expectEqual(unreached, [])
  }

  @Test func `every emphasised term of README and articles is in the glossary`() throws {
    let glossary = "Sources/Resources/EmbeddedFiles/Files/glossary.txt"
    let headings = try PackageFiles.text(glossary).split(separator: "\n")
      .filter { $0.hasPrefix("## ") }
    // The terms and their synonyms.
    let terms = headings.flatMap { heading in
      heading.dropFirst(3).split { "|,".contains($0) }
        .map { $0.lowercased().trimmingCharacters(in: ["`", " "]) }
    }
    #expect(terms.count > 200)
    let known = Set(terms + terms.map { $0 + "s" })
    let missing = try Document.all().flatMap { document in
      document.emphasised.filter { !known.contains($0) }.map { "\(document.path): \($0)" }
    }
    expectEqual(missing, [])
  }

  @Test func `a block without a language is the output of a command, or a file`() throws {
    var unmarked: [String] = []
    for document in try Document.all() {
      var isCode = false
      for (index, line) in document.lines.enumerated() where line.hasPrefix("```") {
        if line == "```", !isCode, !document.lines[index - 1].hasPrefix("<!-- ") {
          unmarked.append("\(document.path):\(index + 1)")
        }
        isCode.toggle()
      }
    }
    expectEqual(unmarked, [])
  }

  @Test func `shown output is marked so that it can be regenerated`() throws {
    var files: [String] = []
    var commands: [String] = []
    for document in try Document.all() {
      let (blocks, malformed) = MarkedBlock.blocks(of: document)
      expectEqual(malformed, [])
      files += blocks.filter { $0.kind == .file }.map(\.subject)
      commands += blocks.filter { $0.kind != .file }.map(\.subject)
    }
    #expect(commands.count > 30)
    expectEqual(Set(files).count, files.count, "two files of one name: \(files)")
    let starts = ["lostorder ", "swift run -c release lostorder ", "sed "]
    expectEqual(commands.filter { command in !starts.contains { command.hasPrefix($0) } }, [])
    expectEqual(commands.filter { !$0.contains("lostorder ") }, [])
    // A command reads files that are shipped, shown, or written by the command itself.
    for command in commands {
      for name in command.matches(of: /(?:^|[\s])([A-Za-z0-9.\/-]+\.json)/).map({ String($0.1) }) {
        let isThere = FileManager.default.fileExists(atPath: PackageFiles.path(name))
        #expect(
          isThere || files.contains(name) || command.contains("> \(name)")
            || name.split(separator: "/").first.map { command.contains("new \($0) --client") }
              == true,
          "\(name) in \(command)")
      }
    }
  }
}
