import Foundation
import LostOrder
import TestSupport
import Testing

/// `lostorder new --client`: a package to start from. `.ci/new-client` tests that it builds and finds faults;
/// its client is one of the examples, which are built with everything else.
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

      to simulate its client, and to test it:
        cd Shop
        swift run -c release Shop-lostorder run scenarios/gate.json
        swift test

      """)
    #expect(try scratch.list("Shop") == Self.files)
    let readme = try scratch.text("Shop/README.md")
    #expect((30...45).contains(readme.count { $0 == "\n" }))
    for file in try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/Shop") {
      guard let text = try? String(contentsOfFile: scratch.path + "/Shop/" + file, encoding: .utf8)
      else { continue }
      #expect(!file.contains("{{") && !text.contains("{{"), "\(file)")
    }
    // The new package names this package by a path that leads here.
    let manifest = try scratch.text("Shop/Package.swift")
    let path = try #require(manifest.firstMatch(of: /path: "([^"]*)"\)/)).1
    let found = URL(filePath: scratch.path + "/Shop/" + path).resolvingSymlinksInPath().path
    expectEqual(found, URL(filePath: Executable.package).resolvingSymlinksInPath().path)
  }

  @Test func `the gate passes, and the client does what its description states`() throws {
    let scratch = try Scratch()
    #expect(try Executable.run("new", "Shop", "--client", in: scratch.path).code == 0)
    // The command with the examples has the client under another name.
    let gate = try scratch.text("Shop/scenarios/gate.json")
    try scratch.write(
      gate.replacing(#""client": "Shop""#, with: #""client": "order-first""#), "gate.json")
    let ending = try Executable.runClients("run", "gate.json", in: scratch.path)
    expectEqual(ending.code, 0, "\(ending.errors)")
    let page = try scratch.text("results/gate/report.html")
    #expect(page.contains("as-described and Shop lost the same orders"))
    #expect(ending.output.contains("\ngate: pass (expectations: 2 pass)\n"))
  }

  @Test func `any package path is escaped in the manifest`() throws {
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
    let manifest = try scratch.text("Shop/Package.swift")
    #expect(manifest.contains(#"path: "../a \"b\\(c)")],"#))
    let absolute = try Executable.run(
      "new", "Other", "--client", "--package", Executable.package, in: scratch.path)
    expectEqual(absolute.code, 0)
    let other = try scratch.text("Other/Package.swift")
    #expect(other.contains("path: \"\(Executable.package)\")],"))
    // A package that depends on this one is not this one.
    let mistaken = try Executable.run(
      "new", "Third", "--client", "--package", "Other", in: scratch.path)
    expectEqual(mistaken.errors, "lostorder: --package: there is no package LostOrder in 'Other'\n")
  }

  @Test func `all problems are reported at once, and nothing is written`() throws {
    let scratch = try Scratch()
    try scratch.write("mine", "Shop/README.md")
    try scratch.write("mine", "Shop/Tests")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/Shop/Sources", withDestinationPath: "/tmp")
    let ending = try Executable.run(
      "new", "Shop", "--client", "--package", "nowhere", in: scratch.path)
    ending.expectErrors(
      """
      lostorder: --package: there is no package LostOrder in 'nowhere'
      lostorder: 'Shop/Sources' already exists and was not changed
      lostorder: 'Shop/Tests' already exists and was not changed
      lostorder: 'Shop/README.md' already exists and was not changed

      """, code: 64, output: "")
    #expect(try scratch.list("Shop") == ["README.md", "Sources", "Tests"])
    let kept = try Executable.run("new", "Shop", "--client", in: scratch.path)
    expectEqual(kept.code, 74)
    #expect(try scratch.bytes("Shop/README.md") == Data("mine".utf8))
  }

  @Test(arguments: [
    "", "../x", "a b", "a-b", "1a", "_a", "é", "Shop\n", "$(id)", "a\"b", ".", "..", "/tmp/x",
    "a/b", String(repeating: "a", count: 61),
  ])
  func `an invalid identifier is rejected`(name: String) throws {
    let scratch = try Scratch()
    let ending = try Executable.run("new", name, "--client", in: scratch.path)
    expectEqual(ending.code, 64)
    #expect(ending.errors.contains(" is not a valid module name; expected a letter, then "))
    expectEqual(ending.errors.split(separator: "\n").count, 1)
    #expect(try scratch.list("").isEmpty)
  }

  @Test(arguments: [
    ("class", "is a keyword of Swift"), ("Any", "is a keyword of Swift"),
    ("lostorder", "is the name of another module or type"),
    ("Reports", "is the name of another module or type"),
    ("StoreKit", "is the name of another module or type"),
  ])
  func `a name that is already used is rejected`(name: String, words: String) throws {
    let scratch = try Scratch()
    let ending = try Executable.run("new", name, "--client", in: scratch.path)
    #expect(
      ending.errors == "lostorder: '\(name)' \(words); expected another name\n" && ending.code == 64
    )
  }

  @Test func `the name of every module of this package is rejected`() throws {
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
    try run(list: arguments + list, in: folder, shell: "c=\"$0-clients\"; exec \"$c\" \"$@\"")
  }
}
