import CLibrary
package import JSONText

/// The reasons of failed system calls.
package enum SystemError {
  /// The reason in a few words; the system's own words for uncommon errors.
  /// - Parameter number: a value of `errno`.
  package static func words(_ number: Int32) -> Phrase {
    switch number {
    case ENOENT: "no such file or directory"
    case EACCES: "permission denied"
    case EPERM: "operation not permitted"
    case EEXIST: "file exists"
    case ENOTDIR: "not a directory"
    case EISDIR: "is a directory"
    case ENOSPC: "no space left on device"
    case EROFS: "read-only file system"
    case ENAMETOOLONG: "file name too long"
    case EFBIG: "file too large"
    case EIO: "input/output error"
    case ELOOP: "too many levels of symbolic links"
    case EBADF: "bad file descriptor"
    default: .verbatim(String(cString: strerror(number)).lowercased())
    }
  }
}
