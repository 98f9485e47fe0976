import TestSupport

/// The README or an article, separated into prose and shown blocks.
struct Document {
  /// The path in the package.
  let path: String
  let lines: [Substring]
  /// The lines outside of blocks of code.
  let prose: [Substring]

  init(path: String) throws {
    self.path = path
    lines = try PackageFiles.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    var prose: [Substring] = []
    var isCode = false
    for line in lines {
      if line.hasPrefix("```") { isCode.toggle() } else if !isCode { prose.append(line) }
    }
    self.prose = prose
  }

  /// Every article of every module.
  static func articles() throws -> [Document] {
    try PackageFiles.list(below: "Sources", ending: ".md").map(Document.init)
  }

  /// The README and every article.
  static func all() throws -> [Document] { try [Document(path: "README.md")] + articles() }

  /// The folder of the document, empty or ending with a slash.
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// Its name without folder and ending.
  var name: String { String(path.dropFirst(folder.count).dropLast(3)) }

  /// The articles of its module to which it links.
  var articleLinks: [String] {
    prose.flatMap { $0.matches(of: /<doc:([^>]*)>/).map { String($0.1) } }
  }

  /// The linked files, with headings: no web addresses.
  var fileLinks: [(file: String, heading: String?)] {
    prose.flatMap { line in
      line.matches(of: /\]\(([^)#\s]*)(?:#([^)\s]+))?\)/)
        .filter { !$0.1.contains("://") }
        .map { (String($0.1), $0.2.map(String.init)) }
    }
  }

  /// The phrases between single asterisks outside of code, in lower case.
  var emphasised: [String] {
    prose.joined(separator: "\n").replacing(/`[^`]*`/, with: "")
      .matches(of: /(?:^|[^*\w\\])\*([^*\n]+(?:\n[^*\n]+)?)\*(?![*\w])/)
      .map { $0.1.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased() }
  }

  /// Its headings as links name them.
  var headings: [String] {
    prose.filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" || $0 == " " }.lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        .map { $0 == " " ? "-" : String($0) }.joined()
    }
  }
}

/// A block that a comment before it marks as a file, or as the output of a command.
struct MarkedBlock {
  enum Kind: String { case generated, nightly, measured, file }

  var kind: Kind
  /// The command or the name of the file.
  var subject: String

  /// The blocks of a document, and the malformed marker lines.
  static func blocks(of document: Document) -> (blocks: [MarkedBlock], malformed: [String]) {
    var blocks: [MarkedBlock] = []
    var malformed: [String] = []
    var open: MarkedBlock?
    let lines = document.lines
    for (index, line) in lines.enumerated() where line.hasPrefix("<!--") {
      let next = index + 1 < lines.count ? lines[index + 1] : ""
      if line == "<!-- end -->" {
        if open == nil || lines[index - 1] != "```" {
          malformed.append("\(document.path): \(line)")
        }
        open = nil
      } else if open == nil,
        let mark = line.wholeMatch(of: /<!-- (generated|nightly|measured|file): (.+) -->/),
        let kind = Kind(rawValue: String(mark.1)),
        kind == .file ? next.hasPrefix("```") : next == "```"
      {
        let block = MarkedBlock(kind: kind, subject: String(mark.2))
        blocks.append(block)
        if kind != .file { open = block }
      } else {
        malformed.append("\(document.path): \(line)")
      }
    }
    if let open { malformed.append("\(document.path): no end of \(open.subject)") }
    return (blocks, malformed)
  }
}
