import CLibrary
import JSONText
import Reports
import Resources
import Scenarios

extension Call {
  /// Writes a package with a client to start from, all of it or nothing.
  func newClient() throws(Refusal) -> ExitCode {
    if arguments.has(.template) {
      throw Refusal("--from: a client begins with no scenario; expected --from or --client")
    }
    let name = arguments.operands[0]
    var problems = NewClient.problems(of: name).map { (phrase: $0, code: ExitCode.usage) }
    // What is no name of a module may be no name of a folder either.
    let isNamed = problems.isEmpty
    let package = NewClient.package(arguments.text(.package), seenFrom: name)
    if let package, arguments.has(.package), !NewClient.isOurs(package.found) {
      let what: Phrase = "--package: there is no package LostOrder in \(package.found.quoted)"
      problems.append((what, .usage))
    }
    let files = isNamed ? NewClient.files(of: name, package?.path ?? "../LostOrder") : []
    var places: [String] = []
    for place in files.compactMap({ NewClient.obstacle(on: $0.path) }) where !places.contains(place)
    {
      places.append(place)
      problems.append(("'\(place)' is there already, and stays as it is", .cannotWrite))
    }
    if !problems.isEmpty {
      let text = problems.map { Refusal($0.phrase).text(in: language) }.joined()
      throw Refusal(text: text, problems[0].code)
    }
    for (index, file) in files.enumerated()
    where !NewClient.makeFolder(of: file.path) || !Folder.create(file.path, file.text) {
      let reason = errno
      for written in files[..<index] { unlink(written.path) }
      throw Refusal("'\(file.path)' cannot be written: \(SystemError.words(reason))", .cannotWrite)
    }
    let list = files.map { "  \($0.path)\n" }.joined()
    let next = Resource.newClientCommands.filled(["name": name])
    console.print(
      language("written:") + "\n" + list + "\n" + language("to play its client, and to test it:")
        + "\n" + next)
    if package == nil {
      console.print(
        "\n" + language("{0} names LostOrder as '../LostOrder'", name + "/Package.swift") + "\n")
    }
    return .holds
  }
}

/// A package with a client to start from.
enum NewClient {
  /// Modules that are part of every such package or of what it is built with, and what a client's file names.
  private static let taken: Set<String> = [
    "CLibrary", "EventEngine", "EmbeddedFiles", "Resources", "PurchaseWorld", "PurchaseClientKit",
    "OwnClients", "ExampleClients", "JSONText", "Scenarios", "Statistics", "Experiments", "Reports",
    "LostOrder", "LostOrderCommand", "ExampleCommand", "TestSupport", "Swift", "Foundation",
    "StoreKit", "Testing", "XCTest", "Dispatch", "Glibc", "Musl", "Darwin", "Synchronization",
    "OrderFirstClient", "SystemStore", "Builtin", "Package", "PackageDescription",
  ]

  /// Words that cannot be the name of a module without marks around them.
  private static let keywords: Set<String> = [
    "Any", "Self", "Type", "Protocol", "actor", "any", "as", "associatedtype", "async", "await",
    "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "macro", "nil", "nonisolated",
    "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while",
  ]

  /// Why a package cannot be called so; empty if it can.
  static func problems(of name: String) -> [Phrase] {
    let bytes = Array(name.utf8)
    let isWord =
      (1...60).contains(bytes.count) && bytes.allSatisfy { $0.isLetterOrDigit || $0 == 0x5F }
      && !(0x30...0x39).contains(bytes[0]) && bytes[0] != 0x5F
    if !isWord {
      return [
        "\(name.quoted) cannot be the name of a module; expected a letter, then at most 59 letters, digits or '_'"
      ]
    }
    if keywords.contains(name) {
      return ["\(name.quoted) is a word of Swift; expected another name"]
    }
    let lowered = name.lowercased()
    if taken.contains(where: { $0.lowercased() == lowered }) {
      return ["\(name.quoted) is the name of another module or type; expected another name"]
    }
    return []
  }

  /// The files of a package, by their paths from here.
  /// - Parameter package: where LostOrder is, seen from there.
  static func files(of name: String, _ package: String) -> [(path: String, text: String)] {
    let texts = ["name": name, "package": package.swiftLiteral]
    return Resource.newClient.map { path, text in
      (name + "/" + Template(path).filled(texts), text.filled(texts))
    }
  }

  /// What stands where a file, or a folder of it, should; nil if nothing does.
  static func obstacle(on path: String) -> String? {
    var folder = Folder.parent(of: path)
    while folder != "." {
      if Folder.exists(folder), !Folder.isFolder(folder) { return folder }
      folder = Folder.parent(of: folder)
    }
    return Folder.exists(path) ? path : nil
  }

  /// Makes the folders of a file.
  static func makeFolder(of path: String) -> Bool {
    let folder = Folder.parent(of: path)
    if folder == "." || Folder.isFolder(folder) { return true }
    return makeFolder(of: folder) && mkdir(folder, 0o777) == 0
  }
}

// Where this package is.
extension NewClient {
  /// Where LostOrder is: as it was said, else where the running command was built.
  /// - Parameter name: of the folder from which it is seen, beside this one.
  /// - Returns: the path from that folder, and from here; nil if nothing was said and nothing found.
  static func package(_ said: String?, seenFrom name: String) -> (path: String, found: String)? {
    if let said { return (said.hasPrefix("/") ? said : "../" + said, said) }
    guard let here = getcwd(nil, 0) else { return nil }
    defer { free(here) }
    guard let found = source() else { return nil }
    return (relative(found, from: String(cString: here) + "/" + name), found)
  }

  /// Whether a folder holds this package, not one that depends on it.
  static func isOurs(_ folder: String) -> Bool {
    let bytes = try? ScenarioFile.bytes(of: folder + "/Package.swift", as: "a package")
    let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.contains("\n  name: \"LostOrder\",\n")
  }

  /// The folder of this package, if the running command stands in it.
  private static func source() -> String? {
    let own = Folder.exists("/proc/self/exe") ? "/proc/self/exe" : CommandLine.arguments[0]
    var folder = Folder.parent(of: Folder.real(own))
    while folder != "/", folder != "." {
      if isOurs(folder) { return folder }
      folder = Folder.parent(of: folder)
    }
    return nil
  }

  /// The way from one folder to another, both from the root.
  static func relative(_ target: String, from folder: String) -> String {
    let (to, from) = (target.split(separator: "/"), folder.split(separator: "/"))
    let common = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - common)
    return (up + to[common...].map(String.init)).joined(separator: "/")
  }
}
