import JSONText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder into which summaries are written: aside first, then renamed into place.
///
/// A summary is there as a whole or not at all, and one that stood before stays until then.
struct ResultsFolder {
  /// The folder as the user named it.
  let path: String

  /// Why a result could not be written.
  struct Failure: Error, Equatable {
    var message: String
  }

  /// Writes a file of a scenario.
  ///
  /// - Parameters:
  ///   - name: of the scenario; a valid one names no other folder.
  ///   - file: the name of the file.
  func write(_ text: String, name: String, file: String) throws(Failure) {
    try prepare(name: name)
    try replace(path + "/" + name + "/" + file, by: text)
  }

  /// Writes a file that stands in the folder itself.
  ///
  /// - Parameter file: the name of the file; it names no other folder.
  func write(_ text: String, file: String) throws(Failure) {
    try make(path)
    try replace(path + "/" + file, by: text)
  }

  /// Puts a text into the place of a file, if there is one.
  private func replace(_ target: String, by text: String) throws(Failure) {
    let aside = target + ".\(getpid()).part"
    do throws(Failure) {
      try put(text, aside)
      guard rename(aside, target) == 0 else { throw failure("file", target) }
    } catch {
      unlink(aside)
      throw error
    }
  }

  /// Makes the folder of a scenario, so that a long run does not end without a place for its
  /// results.
  func prepare(name: String) throws(Failure) {
    let folder = path + "/" + name
    try make(folder)
    if access(folder, W_OK | X_OK) != 0 { throw failure("folder", folder) }
  }

  /// Makes a folder and those above it, unless they are there.
  private func make(_ folder: String) throws(Failure) {
    var end = folder.startIndex
    while end < folder.endIndex {
      let next =
        folder.utf8[folder.utf8.index(after: end)...].firstIndex(of: UInt8(ascii: "/"))
        ?? folder.endIndex
      let part = String(folder[..<next])
      if mkdir(part, 0o777) != 0 && errno != EEXIST { throw failure("folder", part) }
      end = next
    }
    var information = stat()
    guard stat(folder, &information) == 0 else { throw failure("folder", folder) }
    if information.st_mode & S_IFMT != S_IFDIR {
      errno = ENOTDIR
      throw failure("folder", folder)
    }
  }

  private func put(_ text: String, _ path: String) throws(Failure) {
    guard let file = fopen(path, "wb") else { throw failure("file", path) }
    var text = text
    let count = text.utf8.count
    let written = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) }
    // The bytes must lie on the disk before the name points to them.
    let isKept = written == count && fflush(file) == 0 && fsync(fileno(file)) == 0
    let error = errno
    guard fclose(file) == 0, isKept else {
      errno = error
      throw failure("file", path)
    }
  }

  private func failure(_ what: String, _ path: String) -> Failure {
    let reason = String(cString: strerror(errno)).lowercased()
    return Failure(message: "cannot write results: \(what) '\(path.escapingControls)': \(reason)")
  }
}
