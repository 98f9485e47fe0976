import Foundation
import LostOrder
import Synchronization
import TestSupport

/// The output and the exit code of a command.
struct Ending: Equatable {
  var code: Int32
  var output: String
  var errors: String

  /// Expects an exit code, the whole error output, and the whole other output unless that is nil.
  func expectErrors(
    _ errors: String, code: Int32, output: String? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    expectEqual(
      self, Ending(code: code, output: output ?? self.output, errors: errors), fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}

/// The command inside the process of the tests, in the folder of the package: nothing is loaded again for each run.
/// Tests that need a separate process, for signals, streams or other folders, use ``Executable``.
enum Command {
  private static let isInPackage = FileManager.default.changeCurrentDirectoryPath(PackageFiles.root)

  static func run(_ arguments: String...) throws -> Ending { try run(list: arguments) }

  /// Runs a command with a time limit, and with longer limits if a busy machine has not printed a text by then.
  static func runCut(_ arguments: String..., until words: String) throws -> Ending {
    try runCut(list: arguments, until: words)
  }

  static func runCut(list arguments: [String], until words: String) throws -> Ending {
    var ending: Ending
    var limits = ["1s", "4s", "16s", "64s"][...]
    repeat {
      ending = try run(list: arguments + ["--time-limit", limits.removeFirst()])
    } while !(ending.output + ending.errors).contains(words) && !limits.isEmpty
    return ending
  }

  static func run(list arguments: [String]) throws -> Ending {
    if !isInPackage { throw CocoaError(.fileReadNoSuchFile) }
    let (output, errors) = (SharedText(), SharedText())
    var console = Console { errors.append($0) }
    console.print = { output.append($0) }
    let code = console.run(arguments)
    return Ending(code: code.rawValue, output: output.text, errors: errors.text)
  }
}

/// Text that several threads write.
final class SharedText: Sendable {
  private let all = Mutex("")
  var text: String { all.withLock { $0 } }
  func append(_ text: String) { all.withLock { $0 += text } }
}
