import CLibrary
import JSONText

/// Reads the bytes of a scenario's file, if they are few enough to be one.
package enum ScenarioFile {
  /// The largest file that is read, in bytes: 16 MiB.
  package static let largest = 16 << 20

  /// Reads a scenario from a file; a file that cannot be one gives one problem.
  package static func read(_ path: String) throws(Problems) -> Scenario {
    try ScenarioReader.read(try bytes(of: path), file: path)
  }

  /// The problems of a file; none when it is a right scenario.
  package static func problems(of path: String) -> [Problem] {
    do throws(Problems) {
      _ = try read(path)
      return []
    } catch { return error.list }
  }

  /// Whether a file is a JSON Schema, as its `$schema` says, and has no key of a scenario that a schema
  /// has not.
  package static func isSchema(_ path: String) -> Bool {
    guard let bytes = try? bytes(of: path), let json = try? JSONValue.parse(bytes),
      case .object(let members) = json.content,
      case .string(let dialect)? = members.first(where: { $0.key == "$schema" })?.value.content
    else { return false }
    let shared = ["$schema", "title", "format"]
    return ScenarioSchema.isDialect(dialect)
      && !members.contains { member in
        !shared.contains(member.key) && ScenarioDraft.fields.contains { $0.name == member.key }
      }
  }

  /// Reads the bytes of a file, after its kind and size have been looked at.
  ///
  /// - Parameter wanted: what the file should be, as problems say it.
  package static func bytes(
    of path: String, as wanted: String = "a scenario file"
  ) throws(Problems) -> [UInt8] {
    // A path with a NUL would be cut there and name another file.
    if path.isEmpty || path.utf8.contains(0) {
      throw refusal(path, "this is not the name of a file", expected: wanted)
    }
    var information = stat()
    guard stat(path, &information) == 0 else {
      throw refusal(path, reason("the file cannot be read"), expected: wanted)
    }
    switch information.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw refusal(path, "this is a folder", expected: wanted)
    default: throw refusal(path, "this is not a plain file", expected: wanted)
    }
    guard information.st_size <= largest else {
      throw refusal(
        path, "the file has \(information.st_size) bytes",
        expected: "at most \(largest) bytes (16 MiB)")
    }
    return try contents(of: path, as: wanted)
  }

  private static func contents(of path: String, as wanted: String) throws(Problems) -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw refusal(path, reason("the file cannot be read"), expected: wanted)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      bytes.append(contentsOf: block[..<count])
      // The file may have grown since its size was asked for.
      if bytes.count > largest {
        throw refusal(
          path, "the file has more than \(largest) bytes",
          expected: "at most \(largest) bytes (16 MiB)")
      }
      if count < block.count { break }
    }
    if ferror(file) != 0 {
      throw refusal(path, reason("the file cannot be read"), expected: wanted)
    }
    return bytes
  }

  /// A sentence with what the system says about its last failure.
  private static func reason(_ what: String) -> String {
    what + " (" + String(cString: strerror(errno)).lowercased() + ")"
  }

  private static func refusal(_ path: String, _ what: String, expected: String) -> Problems {
    Problems([Problem(file: path, position: nil, what, expected: expected)])
  }
}
