// How jobs of Swift concurrency reach the queue of a simulation. This is the only file that needs
// experimental interfaces of the toolchain. They are fixed for a release; without them, own clients
// are not supported.
#if compiler(>=6.3)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// The executors of the process: jobs of simulating threads go to their ``JobQueue``, other jobs
  /// to the default executors.
  struct Executors: ExecutorFactory {
    private static let task = SimulationTaskExecutor()
    private static let main = SimulationMainExecutor()
    static var mainExecutor: any MainExecutor { main }
    static var defaultExecutor: any TaskExecutor { task }

    /// Whether this toolchain has the required interfaces.
    static let areThere = true
    private static let installed: Void = _createExecutors(factory: Executors.self)

    /// Replaces the executors of the process, once.
    static func install() { installed }

    /// Runs a job on this thread.
    @inline(__always) static func run(_ job: UnownedJob, isForMain: Bool) {
      if isForMain {
        job.runSynchronously(on: main.asUnownedSerialExecutor())
      } else {
        job.runSynchronously(on: task.asUnownedTaskExecutor())
      }
    }
  }

  final class SimulationTaskExecutor: TaskExecutor, SchedulingExecutor, Sendable {
    func enqueue(_ job: consuming ExecutorJob) {
      if let queue = JobQueue.current {
        queue.push(UnownedJob(job))
      } else {
        PlatformExecutorFactory.defaultExecutor.enqueue(job)
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      if let queue = JobQueue.current, let delay = delay as? Duration {
        queue.sleep(UnownedJob(job), delay)
      } else if let real = PlatformExecutorFactory.defaultExecutor as? any SchedulingExecutor {
        real.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
      } else {
        PlatformExecutorFactory.defaultExecutor.enqueue(job)
      }
    }
  }

  final class SimulationMainExecutor: MainExecutor, Sendable {
    func enqueue(_ job: consuming ExecutorJob) {
      if let queue = JobQueue.current {
        queue.push(UnownedJob(job), isForMain: true)
      } else {
        PlatformExecutorFactory.mainExecutor.enqueue(job)
      }
    }

    func run() throws { try PlatformExecutorFactory.mainExecutor.run() }
    func stop() { PlatformExecutorFactory.mainExecutor.stop() }
    func checkIsolated() {}
  }
#else
  /// The stub for toolchains without the required interfaces.
  enum Executors {
    static let areThere = false

    static func install() { refuse() }
    static func run(_ job: UnownedJob, isForMain: Bool) { refuse() }

    private static func refuse() -> Never {
      preconditionFailure("your own clients need Swift 6.3 or newer")
    }
  }
#endif
