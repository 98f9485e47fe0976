import CLibrary
import JSONText
import Reports

/// File operations on result folders and on the temporary files beside them.
///
/// A temporary file or folder is named `.NAME.HOST-PROCESS.part` and lies beside its target.
/// Failures of these operations are not reported: the temporary file stays, and the next run cleans
/// it up.
package enum FolderOperations {
  /// The temporary name under which a target is created.
  package static func temporaryName(_ target: String) -> String {
    "\(parent(of: target))/.\(name(of: target)).\(maker).part"
  }

  /// The host and process identifier, unique among all hosts that share a disk.
  private static let maker: String = {
    var bytes = [CChar](repeating: 0, count: 256)
    // `gethostname` need not terminate a truncated name.
    gethostname(&bytes, bytes.count - 1)
    let host = bytes.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 }.prefix(40)
    let words = host.map { $0.isLetterOrDigit ? Character(UnicodeScalar($0)) : "-" }
    return String(words) + "-\(getpid())"
  }()

  /// The ending of a folder that was moved away before its replacement was moved in.
  private static let oldEnding = ".old.part"

  /// The target name of a temporary name; nil for other names.
  private static func targetName(of name: String) -> String? {
    name.wholeMatch(of: /\.(.+)\.(?:[A-Za-z0-9-]+-)?[0-9]+(\.old)?\.part/).map { String($0.1) }
  }

  /// Cleans up temporary files of a folder, and returns files that do not belong to the results.
  ///
  /// The next run of the scenario calls this before it uses the folder.
  static func mend(_ target: String) {
    let folder = parent(of: target)
    let left = (names(in: folder) ?? []).filter { targetName(of: $0) == self.name(of: target) }
    // Without an atomic exchange, an interrupted run may have moved the old folder away.
    if !exists(target), let old = left.first(where: { $0.hasSuffix(oldEnding) }) {
      rename(folder + "/" + old, target)
    }
    for name in left {
      let temporaryName = folder + "/" + name
      if isFolder(temporaryName) {
        keep(everythingIn: temporaryName, but: ownFiles + sweepFiles + sharedFiles, in: target)
      }
      remove(temporaryName)
    }
  }

  /// The files that a run writes for a scenario.
  static let ownFiles =
    ["summary.json", "report.html", "designs.csv", lossesFile] + RunTables.fileNames
  /// The table of lost orders, one row per order.
  static let lossesFile = "losses.csv"
  /// The files that a run writes for a scenario with a shared backend.
  static let sharedFiles =
    ["together.json", "report.html", "designs.csv"] + SharedBackendTables.fileNames
  /// The files that a sweep writes for a scenario.
  static let sweepFiles = ["sweep.json", "sweep.csv", "sweep.svg", "sweep.html"]

  /// Removes leftover temporary files from a folder.
  /// - Parameter files: the target names; nil: all. Hosts are not synchronized, so a temporary file
  ///   of another target may still be in use and is kept.
  static func clear(_ folder: String, of files: [String]? = nil) {
    let left = (names(in: folder) ?? []).filter { name in
      targetName(of: name).map { files?.contains($0) ?? true } ?? false
    }
    for part in left.map({ folder + "/" + $0 }) where !isFolder(part) { unlink(part) }
  }

  /// Adds hard links for the other entries of a folder to another folder, where links are possible.
  static func share(everythingIn source: String, but files: [String], into target: String) {
    for name in others(in: source, files) { _ = link(source + "/" + name, target + "/" + name) }
  }

  /// Moves the other entries of a folder into another folder, unless they exist there.
  static func keep(everythingIn source: String, but files: [String], in target: String) {
    for name in others(in: source, files) where !exists(target + "/" + name) {
      rename(source + "/" + name, target + "/" + name)
    }
  }

  private static func others(in folder: String, _ files: [String]) -> [String] {
    (names(in: folder) ?? []).filter { !files.contains($0) && targetName(of: $0) == nil }
  }

  /// Exchanges two folders atomically; where that is not supported, one after the other.
  static func exchange(_ temporaryName: String, _ target: String) -> Bool {
    if exchangeAtOnce(temporaryName, target) { return true }
    let old = String(temporaryName.dropLast(".part".count)) + oldEnding
    guard rename(target, old) == 0 else { return false }
    if rename(temporaryName, target) == 0 { return rename(old, temporaryName) == 0 }
    let error = errno
    rename(old, target)
    errno = error
    return false
  }

  #if canImport(Darwin)
    private static func exchangeAtOnce(_ temporaryName: String, _ target: String) -> Bool {
      renamex_np(temporaryName, target, UInt32(RENAME_SWAP)) == 0
    }
  #else
    private typealias Rename =
      @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

    /// `renameat2` with `RENAME_EXCHANGE`; headers declare it only on request, and old libraries
    /// lack it.
    private static func exchangeAtOnce(_ temporaryName: String, _ target: String) -> Bool {
      guard let address = dlsym(nil, "renameat2") else { return false }
      return unsafeBitCast(address, to: Rename.self)(AT_FDCWD, temporaryName, AT_FDCWD, target, 2)
        == 0
    }
  #endif

  /// Removes a file, or a folder with its files; a folder with subfolders stays, with the
  /// subfolders.
  static func remove(_ path: String) {
    unlink(path)
    guard isFolder(path) else { return }
    for name in names(in: path) ?? [] { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Creates a new file; never opens an existing file or follows a link.
  /// - Returns: whether the file is on the disk; if not, it was removed, and `errno` has the
  ///   reason.
  static func create(_ path: String, _ text: String) -> Bool {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard number >= 0, let file = fdopen(number, "wb") else { return false }
    var text = text
    let count = text.utf8.count
    let written = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) }
    // The bytes must be on the disk before a name points to them.
    let isKept = written == count && fflush(file) == 0 && fsync(fileno(file)) == 0
    let error = errno
    if fclose(file) == 0, isKept { return true }
    unlink(path)
    errno = error
    return false
  }

  static func copyMode(of source: String, to target: String) {
    var information = stat()
    if stat(source, &information) == 0 { chmod(target, information.st_mode & 0o7777) }
  }

  /// Waits until the names in a folder are on the disk.
  static func sync(_ folder: String) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }

  /// The path with links resolved; the path itself if it leads nowhere.
  static func real(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folders of a path, from the nearest; without the root and the current folder.
  static func folders(above path: String) -> [String] {
    sequence(first: parent(of: path), next: parent).prefix { $0 != "." && $0 != "/" }
  }

  private static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }

  static func exists(_ path: String) -> Bool { mode(path) != nil }
  static func isFolder(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT } == S_IFDIR }

  /// The type and permissions at a path, without following links; nil if nothing exists there.
  private static func mode(_ path: String) -> mode_t? {
    var information = stat()
    return lstat(path, &information) == 0 ? information.st_mode : nil
  }

  /// The names in a folder; nil if it cannot be read. Bytes that are not UTF-8 become U+FFFD.
  static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
