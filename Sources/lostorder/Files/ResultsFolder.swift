import CLibrary
import JSONText
import Scenarios

/// A file by its name, with its content.
typealias NamedText = (name: String, text: String)

/// The folder for results. Files are first written beside their place, then moved into it.
///
/// A file is either complete or absent, and the previous file stays until then. The files of a run
/// change together: a new folder is built beside the old one, with all other entries of the old
/// folder, and the two folders are exchanged. Processes that write to the same results folder take
/// turns, by a lock. A temporary file at the beginning of a turn is therefore left over from a
/// killed process, and is removed.
package struct ResultsFolder {
  /// The folder as the user named it.
  let path: String
  /// The buffer for writes that may be discarded; nil: writes happen at once.
  private let deferred: BufferedConsole?

  package init(path: String) { (self.path, deferred) = (path, nil) }

  init(path: String, _ deferred: BufferedConsole?) { (self.path, self.deferred) = (path, deferred) }

  /// Writes a file of a scenario beside the other files of its folder, or a file of the results
  /// folder itself.
  /// - Parameter name: the name of the scenario, if any; a valid name cannot leave the folder.
  /// - Parameter file: the file name; it cannot leave the folder.
  package func write(_ text: String, name: String? = nil, file: String) throws(CommandError) {
    if let deferred {
      let folder = ResultsFolder(path: path)
      return deferred.add { () throws(CommandError) in
        try folder.write(text, name: name, file: file)
      }
    }
    try inTurn { () throws(CommandError) in
      if let name {
        try makeReady(name, for: [file])
      } else {
        FolderOperations.clear(path, of: [file])
      }
      try replace(name.map { path + "/" + $0 } ?? path, file, by: text)
    }
  }

  /// Writes the files of a scenario together: readers see all of them or none. A single file
  /// replaces only its predecessor.
  ///
  /// Other files and folders beside them stay.
  func write(_ files: [NamedText], name: String) throws(CommandError) {
    if let deferred {
      let folder = ResultsFolder(path: path)
      return deferred.add { () throws(CommandError) in try folder.write(files, name: name) }
    }
    if files.count == 1 { return try write(files[0].text, name: name, file: files[0].name) }
    try inTurn { () throws(CommandError) in
      try makeReady(name, for: files.map(\.name))
      // The folder may be a link; its neighbours are at the link's target.
      let target = FolderOperations.real(path + "/" + name)
      let areNames = FolderOperations.names(in: target)?.allSatisfy {
        !$0.unicodeScalars.contains("\u{FFFD}")
      }
      // Entries whose names cannot be decoded cannot be moved.
      if areNames != true {
        for file in files { try replace(target, file.name, by: file.text) }
        return
      }
      let temporaryName = FolderOperations.temporaryName(target)
      do throws(CommandError) {
        if mkdir(temporaryName, 0o777) != 0 { throw failure("folder", temporaryName) }
        for (path, text) in files.map({ (temporaryName + "/" + $0.name, $0.text) })
        where !FolderOperations.create(path, text) { throw failure("file", path) }
        FolderOperations.copyMode(of: target, to: temporaryName)
        FolderOperations.share(everythingIn: target, but: files.map(\.name), into: temporaryName)
        FolderOperations.sync(temporaryName)
        guard FolderOperations.exchange(temporaryName, target) else {
          throw failure("folder", target)
        }
      } catch {
        FolderOperations.remove(temporaryName)
        throw error
      }
      FolderOperations.sync(FolderOperations.parent(of: target))
      FolderOperations.keep(everythingIn: temporaryName, but: files.map(\.name), in: target)
      FolderOperations.remove(temporaryName)
    }
  }

  /// Checks that the files of a scenario can be written, so that a long run does not end without a
  /// place for its results. Also removes leftovers of killed runs. A folder that did not exist is
  /// removed again.
  /// - Parameter files: the file names; several files are written together.
  package func prepare(name: String, for files: [String]) throws(CommandError) {
    // Deferred writes may never happen.
    if deferred != nil { return }
    try inTurn { () throws(CommandError) in
      if try makeReady(name, for: files) { rmdir(path + "/" + name) }
    }
  }

  /// Checks that files of the results folder itself can be written.
  func prepare(for files: [String]) throws(CommandError) {
    if deferred != nil { return }
    try make(path)
    if access(path, W_OK | X_OK) != 0 { throw failure("folder", path) }
    try refuseFolders(files, in: path)
  }

  /// Creates the folder of a scenario, if needed, and checks that files can be written to it.
  /// - Returns: whether the folder is new.
  @discardableResult
  private func makeReady(_ name: String, for files: [String]) throws(CommandError) -> Bool {
    let folder = path + "/" + name
    FolderOperations.mend(FolderOperations.real(folder))
    let isNew = !FolderOperations.exists(folder)
    try make(folder)
    if access(folder, W_OK | X_OK) != 0 { throw failure("folder", folder) }
    FolderOperations.clear(folder)
    try refuseFolders(files, in: folder)
    // Files that are written together need a folder beside this one; only creating one shows
    // whether that works.
    if files.count > 1 {
      let target = FolderOperations.real(folder)
      let temporaryName = FolderOperations.temporaryName(target)
      guard mkdir(temporaryName, 0o777) == 0 else {
        throw failure("folder", FolderOperations.parent(of: target))
      }
      rmdir(temporaryName)
    }
    return isNew
  }

  /// Rejects a folder in the place of a result file; it is never replaced.
  private func refuseFolders(_ files: [String], in folder: String) throws(CommandError) {
    for file in files where FolderOperations.isFolder(folder + "/" + file) {
      throw failure("file", folder + "/" + file, EISDIR)
    }
  }

  /// Replaces a file, or creates it.
  private func replace(_ folder: String, _ file: String, by text: String) throws(CommandError) {
    let target = folder + "/" + file
    let temporaryName = FolderOperations.temporaryName(target)
    unlink(temporaryName)
    guard FolderOperations.create(temporaryName, text) else { throw failure("file", temporaryName) }
    if rename(temporaryName, target) == 0 { return }
    let error = errno
    unlink(temporaryName)
    throw failure("file", target, error)
  }

  /// Runs work that changes names while no other process does.
  private func inTurn(_ work: () throws(CommandError) -> Void) throws(CommandError) {
    try make(path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    // On a disk without locks, processes work at the same time; their temporary names differ.
    while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
    try work()
  }

  /// Creates a folder and its parents, if needed.
  private func make(_ folder: String) throws(CommandError) {
    var end = folder.startIndex
    while end < folder.endIndex {
      let rest = folder.utf8[folder.utf8.index(after: end)...]
      let next = rest.firstIndex(of: UInt8(ascii: "/")) ?? folder.endIndex
      let part = String(folder[..<next])
      if mkdir(part, 0o777) != 0 && errno != EEXIST { throw failure("folder", part) }
      end = next
    }
    var information = stat()
    guard stat(folder, &information) == 0 else { throw failure("folder", folder) }
    if information.st_mode & S_IFMT != S_IFDIR { throw failure("folder", folder, ENOTDIR) }
  }

  private func failure(_ message: Phrase, _ path: String, _ error: Int32 = errno) -> CommandError {
    CommandError(
      "cannot write results: \(message) '\(path.escapingControls)': \(SystemError.words(error))",
      .cannotWrite)
  }
}
