import CLibrary
import JSONText
import Scenarios

/// The folder into which results are written: aside first, then moved into place.
///
/// A file is there as a whole or not at all, and one that stood before stays until then. The files of a run
/// come together: its folder is made anew beside the old one, with everything in it that is not of the run,
/// and both change places at once. Processes that write into one folder of results take turns with that; so
/// whatever lies aside at the beginning of a turn is left over from one that was killed, and is put away.
package struct ResultsFolder {
  /// The folder as the user named it.
  let path: String
  /// Where writes are kept until it is known whether they may be; nil: they are done at once.
  private let deferred: Deferred?

  package init(path: String) { (self.path, deferred) = (path, nil) }

  init(path: String, _ deferred: Deferred?) { (self.path, self.deferred) = (path, deferred) }

  /// Writes a file of a scenario, beside whatever is in its folder, or one that stands in the folder itself.
  /// - Parameter name: of the scenario, if it is of one; a valid one names no other folder.
  /// - Parameter file: the name of the file; it names no other folder.
  package func write(_ text: String, name: String? = nil, file: String) throws(Refusal) {
    if let deferred {
      let folder = ResultsFolder(path: path)
      return deferred.add { () throws(Refusal) in try folder.write(text, name: name, file: file) }
    }
    try inTurn { () throws(Refusal) in
      if let name { try makeReady(name, for: [file]) } else { Folder.clear(path, of: [file]) }
      try replace(name.map { path + "/" + $0 } ?? path, file, by: text)
    }
  }

  /// Writes files of a scenario that belong together: all of them are seen, or none. One alone takes the place of that
  /// before it.
  ///
  /// Other files and folders beside them stay.
  func write(_ files: [(name: String, text: String)], name: String) throws(Refusal) {
    if let deferred {
      let folder = ResultsFolder(path: path)
      return deferred.add { () throws(Refusal) in try folder.write(files, name: name) }
    }
    if files.count == 1 { return try write(files[0].text, name: name, file: files[0].name) }
    try inTurn { () throws(Refusal) in
      try makeReady(name, for: files.map(\.name))
      // A folder may be a link to another place; that is where its neighbour is.
      let target = Folder.real(path + "/" + name)
      let areNames = Folder.names(in: target)?.allSatisfy {
        !$0.unicodeScalars.contains("\u{FFFD}")
      }
      // What cannot be named cannot be taken along.
      if areNames != true {
        for file in files { try replace(target, file.name, by: file.text) }
        return
      }
      let aside = Folder.aside(target)
      do throws(Refusal) {
        if mkdir(aside, 0o777) != 0 { throw failure("folder", aside) }
        for file in files where !Folder.create(aside + "/" + file.name, file.text) {
          throw failure("file", aside + "/" + file.name)
        }
        Folder.copyMode(of: target, to: aside)
        Folder.share(everythingIn: target, but: files.map(\.name), into: aside)
        Folder.sync(aside)
        guard Folder.exchange(aside, target) else { throw failure("folder", target) }
      } catch {
        Folder.remove(aside)
        throw error
      }
      Folder.sync(Folder.parent(of: target))
      Folder.keep(everythingIn: aside, but: files.map(\.name), in: target)
      Folder.remove(aside)
    }
  }

  /// Makes sure that files of a scenario can be written, so that a long run does not end without a place
  /// for its results, and puts away what killed runs have left there. A folder that was not there is not
  /// there afterwards either: who finds nothing leaves nothing.
  /// - Parameter files: the names of the files; several are those that come together.
  package func prepare(name: String, for files: [String]) throws(Refusal) {
    // Who keeps writes for later may never do them.
    if deferred != nil { return }
    try inTurn { () throws(Refusal) in
      if try makeReady(name, for: files) { rmdir(path + "/" + name) }
    }
  }

  /// Makes sure that files which stand in the folder itself can be written.
  func prepare(for files: [String]) throws(Refusal) {
    if deferred != nil { return }
    try make(path)
    if access(path, W_OK | X_OK) != 0 { throw failure("folder", path) }
    try refuseFolders(files, in: path)
  }

  /// Makes the folder of a scenario, if it is not there, as one into which files can be written.
  /// - Returns: whether it was not there.
  @discardableResult
  private func makeReady(_ name: String, for files: [String]) throws(Refusal) -> Bool {
    let folder = path + "/" + name
    Folder.mend(Folder.real(folder))
    let isNew = !Folder.exists(folder)
    try make(folder)
    if access(folder, W_OK | X_OK) != 0 { throw failure("folder", folder) }
    Folder.clear(folder)
    try refuseFolders(files, in: folder)
    // Files that come together are made beside the folder; only making something there tells whether
    // that can be done.
    if files.count > 1 {
      let target = Folder.real(folder)
      let aside = Folder.aside(target)
      guard mkdir(aside, 0o777) == 0 else { throw failure("folder", Folder.parent(of: target)) }
      rmdir(aside)
    }
    return isNew
  }

  /// A folder where a file of ours belongs is not ours to replace.
  private func refuseFolders(_ files: [String], in folder: String) throws(Refusal) {
    for file in files where Folder.isFolder(folder + "/" + file) {
      throw failure("file", folder + "/" + file, EISDIR)
    }
  }

  /// Puts a text into the place of a file, if there is one.
  private func replace(_ folder: String, _ file: String, by text: String) throws(Refusal) {
    let target = folder + "/" + file
    let aside = Folder.aside(target)
    unlink(aside)
    guard Folder.create(aside, text) else { throw failure("file", aside) }
    if rename(aside, target) == 0 { return }
    let error = errno
    unlink(aside)
    throw failure("file", target, error)
  }

  /// Does what changes names when no other process does.
  private func inTurn(_ work: () throws(Refusal) -> Void) throws(Refusal) {
    try make(path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    // Where a disk knows no locks everybody works at once; each part aside has a name of its own.
    while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
    try work()
  }

  /// Makes a folder and those above it, unless they are there.
  private func make(_ folder: String) throws(Refusal) {
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

  private func failure(_ what: Phrase, _ path: String, _ error: Int32 = errno) -> Refusal {
    Refusal(
      "cannot write results: \(what) '\(path.escapingControls)': \(SystemError.words(error))",
      .cannotWrite)
  }
}
