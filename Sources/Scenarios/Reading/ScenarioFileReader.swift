import CLibrary
package import JSONText

/// Reads scenario files of limited size.
package enum ScenarioFileReader {
  /// The maximum size of a file, in bytes: 16 MiB.
  package static let maxBytes = 16 << 20

  /// Reads a scenario from a file; an unreadable file is one problem.
  package static func read(_ path: String) throws(Problems) -> Scenario {
    try ScenarioReader.read(try bytes(of: path), file: path)
  }

  /// The problems of a file; empty if it is a valid scenario.
  package static func problems(of path: String, setting settings: [Setting] = []) -> [Problem] {
    do throws(Problems) {
      _ = try ScenarioReader.read(try bytes(of: path), file: path, setting: settings)
      return []
    } catch { return error.list }
  }

  /// Whether the bytes of a file are a JSON Schema: the `$schema` is a dialect, and there is no key
  /// that only a scenario has.
  package static func isSchema(_ bytes: [UInt8]) -> Bool {
    guard let members = try? JSONValue.parse(bytes).members,
      let dialect = members.first(where: { $0.key == "$schema" })?.value.string
    else { return false }
    let shared = ["$schema", "title", "format"]
    return ScenarioSchema.isDialect(dialect)
      && !members.contains { member in
        !shared.contains(member.key) && ScenarioDraft.fields.contains { $0.name == member.key }
      }
  }

  /// The file name for standard input; a file with that name is `./-`.
  package static let standardInput = "-"

  /// Reads the bytes of a file after checking its kind and size, or the bytes of standard input.
  /// - Parameter wanted: the expected kind of file in problems.
  /// - Parameter maxBytes: the maximum number of bytes, a whole number of MiB.
  package static func bytes(
    of path: String, as wanted: Phrase = "a scenario file", maximum maxBytes: Int = maxBytes
  ) throws(Problems) -> [UInt8] {
    func refusal(_ message: Phrase, expected: Phrase = wanted) -> Problems {
      Problems([Problem(file: path, message: message, expected: expected)])
    }
    /// The problem with the reason of the last system error.
    func unreadable() -> Problems {
      refusal("the file cannot be read (\(SystemError.words(errno)))")
    }
    // The system would cut a path at a NUL and open another file.
    if path.isEmpty || path.utf8.contains(0) { throw refusal("this is not the name of a file") }
    let maximum: Phrase = "at most \(maxBytes) bytes (\(maxBytes >> 20) MiB)"
    if path == standardInput {
      // The kind does not matter: standard input can be a file, a pipe or a terminal.
      guard let bytes = contents(of: STDIN_FILENO, maximum: maxBytes) else { throw unreadable() }
      if bytes.count > maxBytes {
        throw refusal("there are more than \(maxBytes) bytes", expected: maximum)
      }
      return bytes
    }
    var information = stat()
    guard stat(path, &information) == 0 else { throw unreadable() }
    switch information.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw refusal("this is a folder")
    default: throw refusal("this is not a regular file")
    }
    if information.st_size > maxBytes {
      throw refusal("the file has \(information.st_size) bytes", expected: maximum)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable() }
    defer { close(file) }
    guard let bytes = contents(of: file, maximum: maxBytes) else { throw unreadable() }
    // The file can have grown since the call of stat.
    if bytes.count > maxBytes {
      throw refusal("the file has more than \(maxBytes) bytes", expected: maximum)
    }
    return bytes
  }
}

/// The bytes of an open file, at most one block more than the maximum; nil if reading fails, with
/// the reason in `errno`.
private func contents(of file: Int32, maximum: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= maximum {
    let count = read(file, &block, block.count)
    if count < 0, errno == EINTR { continue }
    if count < 0 { return nil }
    if count == 0 { break }
    bytes.append(contentsOf: block[..<count])
  }
  return bytes
}
