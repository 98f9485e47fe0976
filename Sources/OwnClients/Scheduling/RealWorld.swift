public import CLibrary
import Synchronization

// Replacements for the system's clock, random numbers and sleep, for all code of the process. On a
// simulating thread they return simulated values and are counted; on other threads they call the
// system. On Linux, functions of the program override the functions of its shared libraries;
// elsewhere the clock of a client stays real.
#if canImport(Glibc)
  enum RealWorld {
    static let isReplaced = true

    /// The date at the start of a simulation: 1 January 2026, in seconds since 1970.
    fileprivate static let epoch: Int64 = 1_767_225_600

    /// The library function that a function here overrides; nil if Swift's libraries are linked
    /// statically, so that there is no other.
    private static func system<Function>(_ name: String, as type: Function.Type) -> Function? {
      // RTLD_NEXT, a cast in the header that Swift does not import.
      dlsym(UnsafeMutableRawPointer(bitPattern: -1), name).map { unsafeBitCast($0, to: type) }
    }

    /// The same for the C library, which is never linked statically.
    private static func libc<Function>(_ name: String, as type: Function.Type) -> Function {
      guard let found = system(name, as: type) else {
        fatalError("the C library has the functions that it declares")
      }
      return found
    }

    /// Random bytes of the kernel, as Swift's standard library gets them.
    fileprivate static func fillByKernel(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
      // The kernel returns at most 256 bytes at once.
      for place in stride(from: 0, to: count, by: 256) {
        guard getentropy(bytes + place, min(256, count - place)) == 0 else {
          fatalError("the kernel provides random bytes")
        }
      }
    }

    /// Turns 16 random bytes into a UUID. [RFC 9562, section 5.4]
    fileprivate static func mark(_ bytes: UnsafeMutablePointer<UInt8>) {
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
    }

    fileprivate static let clock = libc(
      "clock_gettime",
      as: (@convention(c) (clockid_t, UnsafeMutablePointer<timespec>) -> Int32).self)
    fileprivate static let sleep = libc(
      "nanosleep",
      as: (@convention(c) (UnsafePointer<timespec>, UnsafeMutablePointer<timespec>?) -> Int32).self)
    fileprivate static let sleepOnClock = libc(
      "clock_nanosleep",
      as: (@convention(c) (
        clockid_t, Int32, UnsafePointer<timespec>, UnsafeMutablePointer<timespec>?
      ) -> Int32).self)

    /// The time for functions of the C library with lower resolution.
    fileprivate static func now() -> timespec {
      var now = timespec()
      _ = replacementClock(CLOCK_REALTIME, &now)
      return now
    }

    fileprivate static let chance = system(
      "swift_stdlib_random", as: (@convention(c) (UnsafeMutableRawPointer, Int) -> Void).self)
    fileprivate static let uuid = system(
      "_foundation_uuid_generate_random",
      as: (@convention(c) (UnsafeMutablePointer<UInt8>) -> Void).self)
    fileprivate typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
    /// The address of the system's `syscall`; 0 before its first use. Lazy values cannot be used
    /// here, because their initialization makes such calls.
    private static let address = Atomic<UInt>(0)

    fileprivate static var call: Call {
      var found = UnsafeMutableRawPointer(bitPattern: address.load(ordering: .relaxed))
      if found == nil {
        found = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "syscall")
        address.store(UInt(bitPattern: found), ordering: .relaxed)
      }
      return unsafeBitCast(found, to: Call.self)
    }

    /// The kernel's number of the call for random bytes, a macro in headers.
    #if arch(x86_64)
      fileprivate static let numberOfChance = 318
    #else
      fileprivate static let numberOfChance = 278
    #endif

    fileprivate static func fill(
      _ bytes: UnsafeMutableRawPointer, _ count: Int, by host: HostedClient
    ) {
      for place in stride(from: 0, to: count, by: 8) {
        var drawn = host.realChance()
        memcpy(bytes + place, &drawn, min(8, count - place))
      }
    }
  }

  @_cdecl("clock_gettime")
  public func replacementClock(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32
  {
    guard let host = JobQueue.host else { return RealWorld.clock(clock, time) }
    let now = host.realTime()
    let start = clock == CLOCK_REALTIME ? RealWorld.epoch : 0
    time.pointee = timespec(
      tv_sec: Int(start + now / 1_000_000_000), tv_nsec: Int(now % 1_000_000_000))
    return 0
  }

  @_cdecl("nanosleep")
  public func replacementSleep(
    _ time: UnsafePointer<timespec>, _ left: UnsafeMutablePointer<timespec>?
  ) -> Int32 {
    guard let host = JobQueue.host else { return RealWorld.sleep(time, left) }
    host.realSleep(time.pointee.nanoseconds)
    return 0
  }

  @_cdecl("clock_nanosleep")
  public func replacementSleep(
    _ clock: clockid_t, _ flags: Int32, _ time: UnsafePointer<timespec>,
    _ left: UnsafeMutablePointer<timespec>?
  ) -> Int32 {
    guard let host = JobQueue.host else { return RealWorld.sleepOnClock(clock, flags, time, left) }
    var wait = time.pointee.nanoseconds
    if flags & TIMER_ABSTIME != 0 {
      var now = timespec()
      _ = replacementClock(clock, &now)
      wait -= now.nanoseconds
    }
    host.realSleep(wait)
    return 0
  }

  @_cdecl("usleep")
  public func replacementSleep(_ microseconds: UInt32) -> Int32 {
    var time = timespec(
      tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
    return replacementSleep(&time, nil)
  }

  @_cdecl("sleep")
  public func replacementSleep(seconds: UInt32) -> UInt32 {
    var (time, left) = (timespec(tv_sec: Int(seconds), tv_nsec: 0), timespec())
    return replacementSleep(&time, &left) == 0
      ? 0 : UInt32(left.tv_sec) + (left.tv_nsec > 0 ? 1 : 0)
  }

  @_cdecl("time")
  public func replacementTime(_ time: UnsafeMutablePointer<Int>?) -> Int {
    let now = RealWorld.now().tv_sec
    time?.pointee = now
    return now
  }

  @_cdecl("gettimeofday")
  public func replacementTime(
    _ time: UnsafeMutablePointer<timeval>?, _ zone: UnsafeMutableRawPointer?
  ) -> Int32 {
    let now = RealWorld.now()
    time?.pointee = timeval(tv_sec: now.tv_sec, tv_usec: now.tv_nsec / 1_000)
    return 0
  }

  /// Swift's source of random bytes, as other libraries call it.
  @_cdecl("swift_stdlib_random")
  public func replacementRandomBytes(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
    guard let host = JobQueue.host else {
      guard let chance = RealWorld.chance else { return RealWorld.fillByKernel(bytes, count) }
      return chance(bytes, count)
    }
    RealWorld.fill(bytes, count, by: host)
  }

  /// The source of Foundation's `UUID()`.
  @_cdecl("_foundation_uuid_generate_random")
  public func replacementUUID(_ bytes: UnsafeMutablePointer<UInt8>) {
    if let host = JobQueue.host {
      RealWorld.fill(bytes, 16, by: host)
    } else if let uuid = RealWorld.uuid {
      return uuid(bytes)
    } else {
      RealWorld.fillByKernel(bytes, 16)
    }
    RealWorld.mark(bytes)
  }

  /// Replaces C's `syscall`, by which Swift's standard library gets random bytes: a client's random
  /// bytes come from the simulation, other calls go to the kernel. The C function is variadic, with
  /// up to six arguments for the kernel, which are passed like fixed ones.
  @_cdecl("syscall")
  public func replacementSyscall(
    _ number: Int, _ first: Int, _ second: Int, _ third: Int, _ fourth: Int, _ fifth: Int,
    _ sixth: Int
  ) -> Int {
    guard number == RealWorld.numberOfChance, let host = JobQueue.host,
      let bytes = UnsafeMutableRawPointer(bitPattern: first)
    else { return RealWorld.call(number, first, second, third, fourth, fifth, sixth) }
    RealWorld.fill(bytes, second, by: host)
    return second
  }

  /// The process identifier.
  @_cdecl("getpid")
  public func replacementProcessID() -> Int32 {
    JobQueue.host?.realProcess() ?? Int32(truncatingIfNeeded: RealWorld.ask(.process))
  }

  // MARK: What a client does to the process

  @_cdecl("exit")
  public func replacementExit(_ code: Int32) -> Never {
    if let host = JobQueue.host { host.mark.stop(.leaves) }
    RealWorld.endGuarded("exit")
    RealWorld.leave(code)
    RealWorld.endProcess(code)
  }

  @_cdecl("_exit")
  public func replacementExitAtOnce(_ code: Int32) -> Never {
    if let host = JobQueue.host { host.mark.stop(.leavesAtOnce) }
    RealWorld.endGuarded("_exit")
    RealWorld.endProcess(code)
  }

  @_cdecl("_Exit")
  public func replacementC99Exit(_ code: Int32) -> Never { replacementExitAtOnce(code) }

  @_cdecl("quick_exit")
  public func replacementQuickExit(_ code: Int32) -> Never { replacementExitAtOnce(code) }

  @_cdecl("pthread_exit")
  public func replacementEndOfThread(_ value: UnsafeMutableRawPointer?) -> Never {
    if let host = JobQueue.host { host.mark.stop(.endsThread) }
    RealWorld.endThread(value)
    fatalError("a thread that has ended does nothing")
  }

  /// Replaces C's `chdir`: a client cannot change the directory of the process.
  @_cdecl("chdir")
  public func replacementChdir(_ path: UnsafePointer<CChar>) -> Int32 {
    RealWorld.refusesDirectory() ? -1 : RealWorld.change(path)
  }

  /// Replaces C's `fchdir`: a client cannot change the directory of the process.
  @_cdecl("fchdir")
  public func replacementChdir(_ file: Int32) -> Int32 {
    RealWorld.refusesDirectory() ? -1 : RealWorld.changeTo(file)
  }

  extension RealWorld {
    /// Whether only clients can end the process or change its directory; true for commands with
    /// clients until they end.
    private static let isGuarded = Atomic(false)
    static func guardProcess(_ isOn: Bool) { isGuarded.store(isOn, ordering: .relaxed) }

    /// Kernel calls by their numbers, which are macros in headers.
    fileprivate enum SystemCall {
      case process, end

      var number: Int {
        #if arch(x86_64)
          self == .process ? 39 : 231
        #else
          self == .process ? 172 : 94
        #endif
      }
    }

    fileprivate static func ask(_ systemCall: SystemCall, _ value: Int = 0) -> Int {
      call(systemCall.number, value, 0, 0, 0, 0, 0)
    }

    /// Ends the process at once; async-signal-safe.
    static func endProcess(_ code: Int32) -> Never { while true { _ = ask(.end, Int(code)) } }

    /// Ends the process if the command did not end it: a client did, on its own thread.
    fileprivate static func endGuarded(_ name: String) {
      guard isGuarded.load(ordering: .relaxed) else { return }
      let line = "lostorder: a client ended the process with '\(name)' from a thread of its own\n"
      _ = write(STDERR_FILENO, line, strlen(line))
      endProcess(70)
    }

    fileprivate static func refusesDirectory() -> Bool {
      let host = JobQueue.host
      guard host != nil || isGuarded.load(ordering: .relaxed) else { return false }
      host?.refuseDirectory()
      errno = EPERM
      return true
    }

    fileprivate static let leave = libc("exit", as: (@convention(c) (Int32) -> Void).self)
    fileprivate static let endThread = libc(
      "pthread_exit", as: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
    fileprivate static let change = libc(
      "chdir", as: (@convention(c) (UnsafePointer<CChar>) -> Int32).self)
    fileprivate static let changeTo = libc("fchdir", as: (@convention(c) (Int32) -> Int32).self)
  }

  extension timespec {
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
  }
#else
  enum RealWorld {
    static let isReplaced = false
    static func guardProcess(_ isOn: Bool) {}
    static func endProcess(_ code: Int32) -> Never { _exit(code) }
  }
#endif
