import Foundation
import TestSupport

/// The built command, run as a process of its own.
enum Executable {
  static let package = PackageFiles.root

  /// The command, which is built beside the tests.
  static var path: String {
    let tests =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    var folder = URL(fileURLWithPath: tests).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("lostorder").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return candidate
      }
      folder = folder.deletingLastPathComponent()
    }
    return "lostorder"
  }

  /// Runs the command with arguments, in a folder or in that of the package.
  static func run(
    _ arguments: String..., in folder: String = package, shell: String? = nil
  ) throws -> Ending { try run(list: arguments, in: folder, shell: shell) }

  static func run(
    list arguments: [String], in folder: String = package, shell: String? = nil
  ) throws -> Ending {
    let process = Process()
    if let shell {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", shell, path] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
    }
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let outputData = output.fileHandleForReading.readDataToEndOfFile()
    let errorData = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ending(
      code: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: outputData, as: UTF8.self),
      errors: String(decoding: errorData, as: UTF8.self))
  }
}

/// A folder that a test may fill; it is removed with the value.
final class Scratch {
  /// The files that a run writes for a scenario.
  static let filesOfRun = [
    "comparisons.csv", "designs.csv", "losses.csv", "report.html", "summary.json",
  ]

  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "lostorder-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// A folder with a file, and the path of the file.
  static func with(_ text: String, _ name: String) throws -> (folder: Scratch, file: String) {
    let folder = try Scratch()
    return (folder, try folder.write(text, name))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  @discardableResult func write(_ text: String, _ name: String) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
  }

  /// The text of a file.
  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// The names in a folder, in order.
  func list(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
  }
}
