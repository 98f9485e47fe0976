import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder new --client`: a package to start from. That it builds, and finds what is broken, `.ci/new-client`
/// tells; its client is one of the examples, which are built with everything else.
@Suite struct NewClientTests {
  private static let files = [
    ".gitignore", "Package.swift", "README.md", "Sources", "Tests", "scenarios",
  ]

  @Test func `a package has a client, a command, tests, a gate and a README of forty lines`() throws
  {
    let scratch = try Scratch()
    let ending = try Executable.run("new", "Shop", "--client", in: scratch.path)
    #expect(ending.code == 0 && ending.errors == "")
    expectEqual(
      ending.output,
      """
      written:
        Shop/Package.swift
        Shop/Sources/Shop/OrderFirstClient.swift
        Shop/Sources/Shop/SystemStore.swift
        Shop/Sources/Shop-lostorder/main.swift
        Shop/Tests/ShopTests/ShopTests.swift
        Shop/scenarios/gate.json
        Shop/README.md
        Shop/.gitignore

      to play its client, and to test it:
        cd Shop
        swift run -c release Shop-lostorder run scenarios/gate.json
        swift test

      """)
    #expect(try scratch.list("Shop") == Self.files)
    let readme = String(decoding: try scratch.bytes("Shop/README.md"), as: UTF8.self)
    #expect((30...45).contains(readme.count { $0 == "\n" }))
    for file in try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/Shop") {
      guard let text = try? String(contentsOfFile: scratch.path + "/Shop/" + file, encoding: .utf8)
      else { continue }
      #expect(!file.contains("{{") && !text.contains("{{"), "\(file)")
    }
    // It names this package by a path that leads here.
    let manifest = String(decoding: try scratch.bytes("Shop/Package.swift"), as: UTF8.self)
    let path = try #require(manifest.firstMatch(of: /path: "([^"]*)"\)/)).1
    let found = URL(filePath: scratch.path + "/Shop/" + path).resolvingSymlinksInPath().path
    expectEqual(found, URL(filePath: Executable.package).resolvingSymlinksInPath().path)
  }

  @Test func `the gate holds, and the client does what is said of it`() throws {
    let scratch = try Scratch()
    #expect(try Executable.run("new", "Shop", "--client", in: scratch.path).code == 0)
    // The command with the examples knows the client under another name.
    let gate = String(decoding: try scratch.bytes("Shop/scenarios/gate.json"), as: UTF8.self)
    try scratch.write(
      gate.replacing(#""client": "Shop""#, with: #""client": "order-first""#), "gate.json")
    let ending = try Executable.runClients("run", "gate.json", in: scratch.path)
    expectEqual(ending.code, 0, "\(ending.errors)")
    #expect(ending.output.contains("as-described and Shop lost the very same orders"))
    #expect(ending.output.contains("\ngate: pass (2 as expected)\n"))
  }

  @Test func `a path is a text of the manifest, whatever it is`() throws {
    let scratch = try Scratch()
    let folder = #"a "b\(c)"#
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Executable.package + "/Package.swift",
      toPath: scratch.path + "/\(folder)/Package.swift")
    let ending = try Executable.run(
      "new", "Shop", "--client", "--package", folder, in: scratch.path)
    expectEqual(ending.code, 0, "\(ending.errors)")
    let manifest = String(decoding: try scratch.bytes("Shop/Package.swift"), as: UTF8.self)
    #expect(manifest.contains(#"path: "../a \"b\\(c)")],"#))
    let absolute = try Executable.run(
      "new", "Other", "--client", "--package", Executable.package, in: scratch.path)
    expectEqual(absolute.code, 0)
    let other = String(decoding: try scratch.bytes("Other/Package.swift"), as: UTF8.self)
    #expect(other.contains("path: \"\(Executable.package)\")],"))
    // A package that depends on this one is not this one.
    let mistaken = try Executable.run(
      "new", "Third", "--client", "--package", "Other", in: scratch.path)
    expectEqual(mistaken.errors, "lostorder: --package: there is no package LostOrder in 'Other'\n")
  }

  @Test func `whatever stands in the way is told at once, and nothing is written`() throws {
    let scratch = try Scratch()
    try scratch.write("mine", "Shop/README.md")
    try scratch.write("mine", "Shop/Tests")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/Shop/Sources", withDestinationPath: "/tmp")
    let ending = try Executable.run(
      "new", "Shop", "--client", "--package", "nowhere", in: scratch.path)
    expectEqual(
      ending.errors,
      """
      lostorder: --package: there is no package LostOrder in 'nowhere'
      lostorder: 'Shop/Sources' is there already, and stays as it is
      lostorder: 'Shop/Tests' is there already, and stays as it is
      lostorder: 'Shop/README.md' is there already, and stays as it is

      """)
    #expect(ending.code == 64 && ending.output == "")
    #expect(try scratch.list("Shop") == ["README.md", "Sources", "Tests"])
    let kept = try Executable.run("new", "Shop", "--client", in: scratch.path)
    expectEqual(kept.code, 74)
    #expect(try scratch.bytes("Shop/README.md") == Data("mine".utf8))
  }

  @Test(arguments: [
    "", "../x", "a b", "a-b", "1a", "_a", "é", "Shop\n", "$(id)", "a\"b", ".", "..", "/tmp/x",
    "a/b",
    String(repeating: "a", count: 61),
  ])
  func `what is no identifier is refused`(name: String) throws {
    let scratch = try Scratch()
    let ending = try Executable.run("new", name, "--client", in: scratch.path)
    expectEqual(ending.code, 64)
    #expect(ending.errors.contains(" cannot be the name of a module; expected a letter, then "))
    expectEqual(ending.errors.split(separator: "\n").count, 1)
    #expect(try scratch.list("").isEmpty)
  }

  @Test(arguments: [
    ("class", "is a word of Swift"), ("Any", "is a word of Swift"),
    ("lostorder", "is the name of another module or type"),
    ("Reports", "is the name of another module or type"),
    ("StoreKit", "is the name of another module or type"),
  ])
  func `a name that would be another's is refused`(name: String, words: String) throws {
    let scratch = try Scratch()
    let ending = try Executable.run("new", name, "--client", in: scratch.path)
    #expect(
      ending.errors == "lostorder: '\(name)' \(words); expected another name\n" && ending.code == 64
    )
  }

  @Test func `every module of this package is a name that is refused`() throws {
    let scratch = try Scratch()
    let modules = try FileManager.default.contentsOfDirectory(
      atPath: Executable.package + "/Sources")
    for module in modules {
      #expect(
        try Executable.run("new", module, "--client", in: scratch.path).code == 64, "\(module)")
    }
  }
}

extension Executable {
  /// Runs the command that has the examples of clients.
  static func runClients(
    _ arguments: String..., list: [String] = [], in folder: String = package
  ) throws -> Ending {
    try run(
      list: arguments + list, in: folder,
      shell: "c=\"$0-clients\"; exec \"$c\" \"$@\"")
  }
}
