/// The C library of the platform; no other file names it.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(WebAssemblyLibrary)
  @_exported public import WebAssemblyLibrary
#endif
