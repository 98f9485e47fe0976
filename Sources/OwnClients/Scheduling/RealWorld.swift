public import CLibrary
import Synchronization

// What stands in the place of the system's clock, chance and sleep, for all code of the process: on a thread that
// plays a life they are that life's, and counted; on any other they are the system's. Functions of a program take
// the place of those of the libraries that it is linked with, on Linux; elsewhere a client's clock stays real.
#if canImport(Glibc)
  enum RealWorld {
    static let isReplaced = true

    /// What a client that asks for the date is told at the start of a life: 1 January 2026, in seconds.
    fileprivate static let epoch: Int64 = 1_767_225_600

    /// A function of the libraries behind the one of the same name here; nil where that took its place when the
    /// command was linked, with Swift's libraries in it.
    private static func system<Function>(_ name: String, as type: Function.Type) -> Function? {
      // RTLD_NEXT, which is a cast that Swift does not read.
      dlsym(UnsafeMutableRawPointer(bitPattern: -1), name).map { unsafeBitCast($0, to: type) }
    }

    /// The same of the C library, which is never linked into a command.
    private static func libc<Function>(_ name: String, as type: Function.Type) -> Function {
      guard let found = system(name, as: type) else {
        fatalError("the C library has what it declares")
      }
      return found
    }

    /// Chance of the kernel, as Swift's own library takes it.
    fileprivate static func fillByKernel(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
      // It gives at most so many bytes at once.
      for place in stride(from: 0, to: count, by: 256) {
        guard getentropy(bytes + place, min(256, count - place)) == 0 else {
          fatalError("the kernel has chance")
        }
      }
    }

    /// Makes 16 bytes of chance a UUID. [RFC 9562, section 5.4]
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

    /// The system's time, as functions of the C library give it that have less to say.
    fileprivate static func now() -> timespec {
      var now = timespec()
      _ = replacedClock(CLOCK_REALTIME, &now)
      return now
    }

    fileprivate static let chance = system(
      "swift_stdlib_random", as: (@convention(c) (UnsafeMutableRawPointer, Int) -> Void).self)
    fileprivate static let uuid = system(
      "_foundation_uuid_generate_random",
      as: (@convention(c) (UnsafeMutablePointer<UInt8>) -> Void).self)
    fileprivate typealias Call =
      @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
    /// The address of the system's call, once it was asked for; 0 before. Lazy values are made with such calls
    /// themselves, and cannot be asked for here.
    private static let address = Atomic<UInt>(0)

    fileprivate static var call: Call {
      var found = UnsafeMutableRawPointer(bitPattern: address.load(ordering: .relaxed))
      if found == nil {
        found = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "syscall")
        address.store(UInt(bitPattern: found), ordering: .relaxed)
      }
      return unsafeBitCast(found, to: Call.self)
    }

    /// The kernel's number for chance, which headers have as a macro.
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
  public func replacedClock(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
    guard let host = JobQueue.host else { return RealWorld.clock(clock, time) }
    let now = host.realTime()
    let start = clock == CLOCK_REALTIME ? RealWorld.epoch : 0
    time.pointee = timespec(
      tv_sec: Int(start + now / 1_000_000_000), tv_nsec: Int(now % 1_000_000_000))
    return 0
  }

  @_cdecl("nanosleep")
  public func replacedSleep(
    _ time: UnsafePointer<timespec>, _ left: UnsafeMutablePointer<timespec>?
  ) -> Int32 {
    guard let host = JobQueue.host else { return RealWorld.sleep(time, left) }
    host.realSleep(time.pointee.nanoseconds)
    return 0
  }

  @_cdecl("clock_nanosleep")
  public func replacedSleep(
    _ clock: clockid_t, _ flags: Int32, _ time: UnsafePointer<timespec>,
    _ left: UnsafeMutablePointer<timespec>?
  ) -> Int32 {
    guard let host = JobQueue.host else { return RealWorld.sleepOnClock(clock, flags, time, left) }
    var wait = time.pointee.nanoseconds
    if flags & TIMER_ABSTIME != 0 {
      var now = timespec()
      _ = replacedClock(clock, &now)
      wait -= now.nanoseconds
    }
    host.realSleep(wait)
    return 0
  }

  @_cdecl("usleep")
  public func replacedSleep(_ microseconds: UInt32) -> Int32 {
    var time = timespec(
      tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
    return replacedSleep(&time, nil)
  }

  @_cdecl("sleep")
  public func replacedSleep(seconds: UInt32) -> UInt32 {
    var (time, left) = (timespec(tv_sec: Int(seconds), tv_nsec: 0), timespec())
    return replacedSleep(&time, &left) == 0 ? 0 : UInt32(left.tv_sec) + (left.tv_nsec > 0 ? 1 : 0)
  }

  @_cdecl("time")
  public func replacedTime(_ time: UnsafeMutablePointer<Int>?) -> Int {
    let now = RealWorld.now().tv_sec
    time?.pointee = now
    return now
  }

  @_cdecl("gettimeofday")
  public func replacedTime(
    _ time: UnsafeMutablePointer<timeval>?, _ zone: UnsafeMutableRawPointer?
  ) -> Int32 {
    let now = RealWorld.now()
    time?.pointee = timeval(tv_sec: now.tv_sec, tv_usec: now.tv_nsec / 1_000)
    return 0
  }

  /// Swift's own source of chance, as other libraries call it.
  @_cdecl("swift_stdlib_random")
  public func replacedChance(_ bytes: UnsafeMutableRawPointer, _ count: Int) {
    guard let host = JobQueue.host else {
      guard let chance = RealWorld.chance else { return RealWorld.fillByKernel(bytes, count) }
      return chance(bytes, count)
    }
    RealWorld.fill(bytes, count, by: host)
  }

  /// What `UUID()` of Foundation is made with.
  @_cdecl("_foundation_uuid_generate_random")
  public func replacedUUID(_ bytes: UnsafeMutablePointer<UInt8>) {
    if let host = JobQueue.host {
      RealWorld.fill(bytes, 16, by: host)
    } else if let uuid = RealWorld.uuid {
      return uuid(bytes)
    } else {
      RealWorld.fillByKernel(bytes, 16)
    }
    RealWorld.mark(bytes)
  }

  /// What Swift's own library asks the kernel for chance with. The C library's function takes any number of
  /// arguments, up to six for the kernel, which come the same way as so many fixed ones.
  @_cdecl("syscall")
  public func replacedCall(
    _ number: Int, _ first: Int, _ second: Int, _ third: Int, _ fourth: Int, _ fifth: Int,
    _ sixth: Int
  ) -> Int {
    guard number == RealWorld.numberOfChance, let host = JobQueue.host,
      let bytes = UnsafeMutableRawPointer(bitPattern: first)
    else { return RealWorld.call(number, first, second, third, fourth, fifth, sixth) }
    RealWorld.fill(bytes, second, by: host)
    return second
  }

  /// The number of the process.
  @_cdecl("getpid")
  public func replacedProcess() -> Int32 {
    JobQueue.host?.realProcess() ?? Int32(truncatingIfNeeded: RealWorld.ask(.process))
  }

  // MARK: What a client does to the process

  @_cdecl("exit")
  public func replacedExit(_ code: Int32) -> Never {
    if let host = JobQueue.host { host.mark.stop(.leaves) }
    RealWorld.endGuarded("exit")
    RealWorld.leave(code)
    RealWorld.endProcess(code)
  }

  @_cdecl("_exit")
  public func replacedExitAtOnce(_ code: Int32) -> Never {
    if let host = JobQueue.host { host.mark.stop(.leavesAtOnce) }
    RealWorld.endGuarded("_exit")
    RealWorld.endProcess(code)
  }

  @_cdecl("_Exit")
  public func replacedExitOfC(_ code: Int32) -> Never { replacedExitAtOnce(code) }

  @_cdecl("quick_exit")
  public func replacedQuickExit(_ code: Int32) -> Never { replacedExitAtOnce(code) }

  @_cdecl("pthread_exit")
  public func replacedEndOfThread(_ value: UnsafeMutableRawPointer?) -> Never {
    if let host = JobQueue.host { host.mark.stop(.endsThread) }
    RealWorld.endThread(value)
    fatalError("a thread that has ended does nothing")
  }

  @_cdecl("chdir")
  public func replacedChange(_ path: UnsafePointer<CChar>) -> Int32 {
    if RealWorld.refusesDirectory() { return -1 }
    return RealWorld.change(path)
  }

  @_cdecl("fchdir")
  public func replacedChange(_ file: Int32) -> Int32 {
    if RealWorld.refusesDirectory() { return -1 }
    return RealWorld.changeTo(file)
  }

  extension RealWorld {
    /// Whether clients alone would end the process or change its directory: those of the command, until it ends.
    private static let isGuarded = Atomic(false)
    static func guardProcess(_ isOn: Bool) { isGuarded.store(isOn, ordering: .relaxed) }

    /// Calls of the kernel by their numbers, which headers have as macros.
    fileprivate enum Asked {
      case process, end

      var number: Int {
        #if arch(x86_64)
          self == .process ? 39 : 231
        #else
          self == .process ? 172 : 94
        #endif
      }
    }

    fileprivate static func ask(_ asked: Asked, _ value: Int = 0) -> Int {
      call(asked.number, value, 0, 0, 0, 0, 0)
    }

    /// Ends the process at once, with nothing that a handler of a signal may not do.
    static func endProcess(_ code: Int32) -> Never { while true { _ = ask(.end, Int(code)) } }

    /// Ends the process of a command that did not end itself: a client did, on a thread of its own.
    fileprivate static func endGuarded(_ name: String) {
      guard isGuarded.load(ordering: .relaxed) else { return }
      let line =
        "lostorder: a client has ended the process with '\(name)' from a thread of its own\n"
      _ = write(STDERR_FILENO, line, strlen(line))
      endProcess(70)
    }

    fileprivate static func refusesDirectory() -> Bool {
      guard let host = JobQueue.host else {
        guard isGuarded.load(ordering: .relaxed) else { return false }
        errno = EPERM
        return true
      }
      host.refuseDirectory()
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
