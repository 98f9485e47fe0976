import CLibrary
package import JSONText

/// Why a call of the system failed.
package enum SystemError {
  /// The reason in a few words; in the system's where it is not one of those that people meet.
  /// - Parameter number: as `errno` has it.
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
