import CLibrary
package import JSONText

/// Reads the bytes of a scenario's file, if they are few enough to be one.
package enum ScenarioFile {
  /// The largest file that is read, in bytes: 16 MiB.
  package static let largest = 16 << 20

  /// Reads a scenario from a file; a file that cannot be one gives one problem.
  package static func read(_ path: String) throws(Problems) -> Scenario {
    try ScenarioReader.read(try bytes(of: path), file: path)
  }

  /// The problems of a file; none when it is a right scenario.
  package static func problems(of path: String, setting settings: [Setting] = []) -> [Problem] {
    do throws(Problems) {
      _ = try ScenarioReader.read(try bytes(of: path), file: path, setting: settings)
      return []
    } catch { return error.list }
  }

  /// Whether the bytes of a file are a JSON Schema, as its `$schema` says, and have no key of a scenario
  /// that a schema has not.
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

  /// The name of a file that stands for standard input; a file of that name is `./-`.
  package static let standardInput = "-"

  /// Reads the bytes of a file, after its kind and size have been looked at, or those of standard input.
  /// - Parameter wanted: what the file should be, as problems say it.
  /// - Parameter largest: the most bytes that it may have, a whole number of MiB.
  package static func bytes(
    of path: String, as wanted: Phrase = "a scenario file", most largest: Int = largest
  ) throws(Problems) -> [UInt8] {
    func refusal(_ what: Phrase, expected: Phrase = wanted) -> Problems {
      Problems([Problem(file: path, what: what, expected: expected)])
    }
    /// What the system says about its last failure.
    func unreadable() -> Problems {
      refusal("the file cannot be read (\(SystemError.words(errno)))")
    }
    // A path with a NUL would be cut there and name another file.
    if path.isEmpty || path.utf8.contains(0) { throw refusal("this is not the name of a file") }
    let most: Phrase = "at most \(largest) bytes (\(largest >> 20) MiB)"
    if path == standardInput {
      // Its kind does not matter: it may be a file, a pipe or a terminal.
      guard let bytes = contents(ofOpen: STDIN_FILENO, most: largest) else { throw unreadable() }
      if bytes.count > largest {
        throw refusal("there are more than \(largest) bytes", expected: most)
      }
      return bytes
    }
    var information = stat()
    guard stat(path, &information) == 0 else { throw unreadable() }
    switch information.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw refusal("this is a folder")
    default: throw refusal("this is not a plain file")
    }
    if information.st_size > largest {
      throw refusal("the file has \(information.st_size) bytes", expected: most)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable() }
    defer { close(file) }
    guard let bytes = contents(ofOpen: file, most: largest) else { throw unreadable() }
    // The file may have grown since its size was asked for.
    if bytes.count > largest {
      throw refusal("the file has more than \(largest) bytes", expected: most)
    }
    return bytes
  }
}

/// The bytes of an open file, at most one block more than a scenario may have; nil if they cannot be
/// read, and then `errno` says why.
private func contents(ofOpen file: Int32, most: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= most {
    let count = read(file, &block, block.count)
    if count < 0, errno == EINTR { continue }
    if count < 0 { return nil }
    if count == 0 { break }
    bytes.append(contentsOf: block[..<count])
  }
  return bytes
}
