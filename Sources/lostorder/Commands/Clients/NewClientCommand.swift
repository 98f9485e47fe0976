import CLibrary
import JSONText
import Reports
import Resources
import Scenarios

extension CommandContext {
  /// Writes a package with a client: either all its files or none.
  func newClient() throws(CommandError) -> ExitCode {
    if arguments.has(.template) {
      throw CommandError("--from and --client cannot be used together; expected one of them")
    }
    let name = arguments.operands[0]
    let problem = NewClient.problem(of: name)
    var problems = problem.map { [(phrase: $0, code: ExitCode.usage)] } ?? []
    let package = NewClient.package(arguments.text(.package), seenFrom: name)
    if let package, arguments.has(.package), !NewClient.isOurs(package.found) {
      let message: Phrase = "--package: there is no package LostOrder in \(package.found.quoted)"
      problems.append((message, .usage))
    }
    // A string that is not a valid module name may not be a valid folder name either.
    let files = problem == nil ? NewClient.files(of: name, package?.path ?? "../LostOrder") : []
    let places = files.compactMap { NewClient.obstacle(on: $0.path) }
    for (index, place) in places.enumerated() where !places[..<index].contains(place) {
      problems.append(("'\(place)' already exists and was not changed", .cannotWrite))
    }
    if !problems.isEmpty {
      let text = problems.map { CommandError($0.phrase).text(in: language) }.joined()
      throw CommandError(text: text, problems[0].code)
    }
    for (index, file) in files.enumerated()
    where !NewClient.makeFolder(of: file.path) || !FolderOperations.create(file.path, file.text) {
      let reason = errno
      for written in files[..<index] { unlink(written.path) }
      throw CommandError(
        "'\(file.path)' cannot be written: \(SystemError.words(reason))", .cannotWrite)
    }
    let list = files.map { "  \($0.path)\n" }.joined()
    let next = Resource.newClientCommands.filled(["name": name])
    console.print(
      language("written:") + "\n" + list + "\n"
        + language("to simulate its client, and to test it:") + "\n" + next)
    if package == nil {
      let file = name + "/Package.swift"
      console.print("\n" + language("{0} depends on LostOrder at '../LostOrder'", file) + "\n")
    }
    return .holds
  }
}

/// A new package with a client.
enum NewClient {
  /// Module and type names that the package or its dependencies already use.
  private static let taken: Set<String> = [
    "CLibrary", "EventEngine", "EmbeddedFiles", "Resources", "PurchaseWorld", "PurchaseClientKit",
    "OwnClients", "ExampleClients", "JSONText", "Scenarios", "Statistics", "Experiments", "Reports",
    "LostOrder", "LostOrderCommand", "ExampleCommand", "TestSupport", "Swift", "Foundation",
    "StoreKit", "Testing", "XCTest", "Dispatch", "Glibc", "Musl", "Darwin", "Synchronization",
    "OrderFirstClient", "SystemStore", "Builtin", "Package", "PackageDescription",
  ]

  /// Keywords that cannot be a module name without backticks.
  private static let keywords: Set<String> = [
    "Any", "Self", "Type", "Protocol", "actor", "any", "as", "associatedtype", "async", "await",
    "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "macro", "nil", "nonisolated",
    "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while",
  ]

  /// The reason why a name is not valid for a package; nil if it is valid.
  static func problem(of name: String) -> Phrase? {
    let bytes = Array(name.utf8)
    let isWord =
      (1...60).contains(bytes.count) && bytes.allSatisfy { $0.isLetterOrDigit || $0 == 0x5F }
      && !(0x30...0x39).contains(bytes[0]) && bytes[0] != 0x5F
    if !isWord {
      return
        "\(name.quoted) is not a valid module name; expected a letter, then at most 59 letters, digits or '_'"
    }
    if keywords.contains(name) {
      return "\(name.quoted) is a keyword of Swift; expected another name"
    }
    let lowered = name.lowercased()
    if taken.contains(where: { $0.lowercased() == lowered }) {
      return "\(name.quoted) is the name of another module or type; expected another name"
    }
    return nil
  }

  /// The files of the package, by paths relative to the current folder.
  /// - Parameter package: the path of LostOrder, relative to the new package.
  static func files(of name: String, _ package: String) -> [(path: String, text: String)] {
    let texts = ["name": name, "package": package.swiftLiteral]
    return Resource.newClientFiles.map { path, text in
      (name + "/" + Template(path).filled(texts), text.filled(texts))
    }
  }

  /// The existing entry that prevents a file or one of its folders; nil if there is none.
  static func obstacle(on path: String) -> String? {
    let file = FolderOperations.folders(above: path).first {
      FolderOperations.exists($0) && !FolderOperations.isFolder($0)
    }
    return file ?? (FolderOperations.exists(path) ? path : nil)
  }

  /// Creates the folders of a file.
  static func makeFolder(of path: String) -> Bool {
    let folder = FolderOperations.parent(of: path)
    if folder == "." || FolderOperations.isFolder(folder) { return true }
    return makeFolder(of: folder) && mkdir(folder, 0o777) == 0
  }
}

// The location of this package.
extension NewClient {
  /// The location of LostOrder: the given path, or the folder where the running command was built.
  /// - Parameter name: the folder of the new package, in the current folder.
  /// - Returns: the path relative to that folder, and relative to the current one; nil if unknown.
  static func package(_ path: String?, seenFrom name: String) -> (path: String, found: String)? {
    if let path { return (path.hasPrefix("/") ? path : "../" + path, path) }
    guard let here = getcwd(nil, 0) else { return nil }
    defer { free(here) }
    guard let found = source() else { return nil }
    return (relative(found, from: String(cString: here) + "/" + name), found)
  }

  /// Whether a folder holds this package, rather than a package that depends on it.
  static func isOurs(_ folder: String) -> Bool {
    let bytes = try? ScenarioFileReader.bytes(of: folder + "/Package.swift", as: "a package")
    return String(decoding: bytes ?? [], as: UTF8.self).contains("\n  name: \"LostOrder\",\n")
  }

  /// The folder of this package, if the running command is inside it.
  private static func source() -> String? {
    let executable =
      FolderOperations.exists("/proc/self/exe") ? "/proc/self/exe" : CommandLine.arguments[0]
    return FolderOperations.folders(above: FolderOperations.real(executable)).first(where: isOurs)
  }

  /// The relative path from one folder to another; both are absolute.
  static func relative(_ target: String, from folder: String) -> String {
    let (to, from) = (target.split(separator: "/"), folder.split(separator: "/"))
    let common = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - common)
    return (up + to[common...].map(String.init)).joined(separator: "/")
  }
}
