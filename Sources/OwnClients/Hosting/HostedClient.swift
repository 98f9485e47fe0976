import EventEngine
import PurchaseClientKit
import PurchaseWorld

/// Hosts a real client in the simulated world: creates it for every process, runs its tasks,
/// suspends them, and ends it with the process.
///
/// When a process dies, its waiting tasks are resumed with an error, so that they unwind; their
/// further effects are ignored. A task that does not unwind within a bound is abandoned.
final class HostedClient: OwnClient {
  let names: ClientNames
  let store: Design.StoreKind
  private let make: @Sendable (Device) -> any PurchaseClient
  private let queue = JobQueue()
  let mark: RunContext
  private var real = RealResourceUses()
  /// The time for which the client has blocked its thread, in nanoseconds; simulated time does not
  /// pass meanwhile.
  private var slept: Int64 = 0
  private var disturbance = Disturbance()
  /// Runs before every start of a process while irrelevant conditions are varied.
  private var between: (() -> Void)?

  /// The access to the simulated world while an event is handled.
  private(set) var door: ClientPort?
  var process: ClientProcess?
  /// The number of processes of this simulation.
  private var launches: Int32 = 0
  /// The dead process that still has to be cleaned up.
  private var dead: ClientProcess?
  private(set) var waiters: [Waiter] = []
  /// Ends of calls that came before a task waited for them; nil: no task will wait.
  var early: [(call: TransactionID, end: Result<PurchaseResult, StoreError>?)] = []
  /// Sleeps on the runtime's clock, by the number of their timers.
  private var sleeps: [(timer: Int32, job: UnownedJob)] = []
  private var nextTimer: Int32 = 0
  /// The transactions of the running query.
  var collected: [QueriedPayment]?

  // State that outlives a process.
  var storage = DeviceStorage(repeating: KeyedStrings())
  /// The client's own tokens and names, by the numbers with which payments carry them.
  var tokens: [AppAccountToken] = []
  var usernames: [String] = []
  var identifiers: [(account: String?, profile: String?)] = []

  /// The maximum number of jobs in one simulated instant, and of effects after a death.
  private static let (maxJobs, maxEffectsAfterDeath) = (100_000, 1_000)

  init(
    _ name: String, _ setting: ClientEnvironment,
    _ make: @escaping @Sendable (Device) -> any PurchaseClient
  ) {
    names = ClientNames(setting.catalog)
    mark = RunContext(client: name)
    (store, self.make) = (setting.store, make)
    queue.host = self
    SignalStack.give()
    Watchdog.watch(mark)
    queue.sleep = { [unowned self] job, delay in
      // Unless it is replaced, the runtime has subtracted the real time that has passed meanwhile.
      let time =
        RealWorld.isReplaced ? delay : .milliseconds(Int64((delay / .milliseconds(1)).rounded()))
      sleeps.append((startTimer(time), job))
      if sleeps.count > ClientViolation.maxWaitingTasks { violation(.tooManyTasks) }
    }
  }

  deinit { Watchdog.forget(mark) }

  /// Marks the simulation as invalid.
  func violation(_ violation: ClientViolation) { door?.abortRun(violation) }

  func disturb(_ between: (() -> Void)?) {
    self.between = between
    disturbance.isOn = between != nil
  }
  var uses: [(resource: RealResource, count: Int)] { real.all }

  /// Whether a task waits for a timer that is due later.
  var isWaiting: Bool {
    !sleeps.isEmpty
      || waiters.contains { waiter in if case .timer = waiter.key { true } else { false } }
  }

  // MARK: Moments

  func handle(_ moment: ClientEvent, _ port: ClientPort) {
    guard door == nil else { return dispatch(moment, port) }
    if let between, case .launched = moment { between() }
    door = port
    queue.enter()
    mark.begin()
    dispatch(moment, port)
    drain()
    if dead != nil { bury() }
    mark.end()
    JobQueue.leave()
    door = nil
  }

  private func drain() {
    if queue.drain(atMost: HostedClient.maxJobs) { return }
    queue.removeAll()
    violation(.standsStill)
  }

  private func dispatch(_ moment: ClientEvent, _ port: ClientPort) {
    switch moment {
    case .runBegan(let user, let order):
      begin(user)
      queue.order = order
    case .runEnded: die()
    case .launched: launch()
    case .tapped(let flow, let item, _): tap(flow, names.item(item))
    case .news(let news, let transaction, let call): receive(news, transaction, call, port)
    case .answered(let request, let answer): resume(.request(request), .answer(answer))
    case .callLost(let transaction):
      if store == .storeKit2, !lose(.call(transaction)) { early.append((transaction, nil)) }
    case .woke(let timer): wake(timer)
    case .retriedByHand(let transaction):
      guard let id = name(of: transaction, port) else { return }
      notify { client in await TaskTap.$isByHand.withValue(true) { await client.retryByHand(id) } }
    case .cameToFront:
      // The client receives changes of the service in the background now (D5).
      if store == .playBilling {
        if !port.isConnectedToPlay { loseService(port) }
        connect(port)
      }
      notify { await $0.becameActive() }
    case .wentToBackground: notify { await $0.enteredBackground() }
    case .accountChanged:
      let account: Account? = port.account.map { ClientNames.account($0) }
      notify { await $0.accountChanged(to: account) }
    case .linkCameUp: notify { await $0.networkCameBack() }
    case .serviceLost: loseService(port)
    case .serviceUp: connect(port)
    case .died: die()
    case .wiped(let isKeychainToo):
      storage[StoragePlace.sandbox].removeAll()
      if isKeychainToo { storage[StoragePlace.keychain].removeAll() }
    }
  }

  /// Begins another simulation and releases the state of the last one.
  private func begin(_ user: UInt64) {
    // A simulation that was abandoned, for example by an exploration, is not judged.
    if process != nil { die() }
    if dead != nil {
      drain()
      bury()
    }
    mark.turn(to: user)
    (real, slept, launches) = (RealResourceUses(), 0, 0)
    for place in storage.indices { storage[place].removeAll() }
    tokens.removeAll(keepingCapacity: true)
    usernames.removeAll(keepingCapacity: true)
    identifiers.removeAll(keepingCapacity: true)
    nextTimer = 0
  }

  private func launch() {
    launches += 1
    let process = ClientProcess(self)
    self.process = process
    process.client = make(device(of: process))
    notify { await $0.launched() }
  }

  /// Starts a task of the client.
  private func notify(_ what: @escaping @Sendable (any PurchaseClient) async -> Void) {
    guard let process, let client = process.client else { return }
    Task {
      process.recordTask()
      await what(client)
    }
  }

  private func tap(_ flow: FlowID, _ item: Item) {
    guard let process, let client = process.client else { return }
    Task {
      process.recordTask()
      let shown = await TaskTap.$flow.withValue(flow) { await client.buy(item) }
      process.host.checkThread()
      // The process may have died meanwhile.
      guard process.isAlive, let door = process.host.door else { return }
      door.endTap(flow, isRefused: shown == .refused, hasFailed: shown == .failed)
    }
  }

  // MARK: Waiting

  /// Resumes the task that waits for a key.
  /// - Returns: whether there is such a task.
  @discardableResult func resume(_ key: WaitKey, _ answer: WaitAnswer) -> Bool {
    removeWaiter(key)?.resume(returning: answer) != nil
  }

  /// Fails the task that waits for a key.
  /// - Returns: whether there is such a task.
  @discardableResult private func lose(_ key: WaitKey) -> Bool {
    removeWaiter(key)?.resume(throwing: CancellationError()) != nil
  }

  private func removeWaiter(_ key: WaitKey) -> UnsafeContinuation<WaitAnswer, any Error>? {
    waiters.firstIndex { $0.key == key }.map { waiters.remove(at: $0).continuation }
  }

  func startTimer(_ delay: Duration) -> Int32 {
    nextTimer += 1
    door?.wake(nextTimer, after: Delay(delay))
    return nextTimer
  }

  private func wake(_ timer: Int32) {
    if let place = sleeps.firstIndex(where: { $0.timer == timer }) {
      queue.push(sleeps.remove(at: place).job)
    } else {
      resume(.timer(timer), .time)
    }
  }

  /// Waits for the consequence of an effect.
  /// - Parameter begin: performs the effect and returns the key to wait for; nil if it failed at
  ///   once.
  /// - Throws: `CancellationError` in a dead process.
  nonisolated(nonsending) func wait(
    _ process: ClientProcess, _ begin: (ClientPort) -> WaitKey?
  ) async throws -> WaitAnswer? {
    guard let door = effect(in: process) else {
      if process.effectsAfterDeath > HostedClient.maxEffectsAfterDeath {
        violation(.outlivesDeath)
        // A task that continues after the death of its process is suspended for ever.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      throw CancellationError()
    }
    // A cancelled task does not wait.
    try Task.checkCancellation()
    process.recordTask()
    guard let key = begin(door) else { return nil }
    guard process.isAlive else { throw CancellationError() }
    if case .call(let call) = key, let place = early.firstIndex(where: { $0.call == call }) {
      guard let end = early.remove(at: place).end else { throw CancellationError() }
      return .purchase(end)
    }
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        waiters.append(Waiter(key: key, continuation: continuation))
        if waiters.count > ClientViolation.maxWaitingTasks { violation(.tooManyTasks) }
      }
    } onCancel: {
      process.host.checkThread()
      process.host.lose(key)
    }
  }

  /// Counts a step of a process.
  /// - Returns: the access to the simulated world; nil if the process is dead or dies at this step.
  func effect(in process: ClientProcess) -> ClientPort? {
    checkThread()
    guard process.isAlive, let door, door.step() else {
      process.effectsAfterDeath += 1
      endTask()
      return nil
    }
    return door
  }

  /// The access to the simulated world, without counting a step.
  func look(in process: ClientProcess) -> ClientPort? {
    checkThread()
    if process.isAlive { return door }
    endTask()
    return nil
  }

  /// Cancels the current task of a dead process.
  private func endTask() { withUnsafeCurrentTask { $0?.cancel() } }

  /// Ends the command if another thread uses the device: the simulation has no protection against
  /// that, and its result would be meaningless.
  @inline(__always) func checkThread() {
    if !queue.isCurrent { mark.stop(.otherThread) }
  }

  /// Returns simulated time and random bits to code that requests real ones on this thread.
  func realTime() -> Int64 {
    real.count(.clock)
    return slept + (door.map { ($0.now - .start).microseconds * 1_000 } ?? 0)
  }
  func realChance() -> UInt64 {
    real.count(.chance)
    return (door?.random() ?? 0).bitPattern &* 0x9E37_79B9_7F4A_7C15
  }
  /// The identifier of the simulated process; it changes with each process.
  func realProcess() -> Int32 {
    real.count(.process)
    return 1_000 + launches
  }
  /// Rejects a change of the current directory.
  func refuseDirectory() { violation(.changesDirectory) }
  func realSleep(_ nanoseconds: Int64) {
    real.count(.sleep)
    // A loop that polls the clock must end.
    slept &+= max(1_000, nanoseconds)
  }

  // MARK: Death

  private func die() {
    guard let process else { return }
    process.isAlive = false
    process.cancelTasks()
    process.orphaned = storage
    (self.process, dead) = (nil, process)
    early.removeAll(keepingCapacity: true)
    collected = nil
    let all = waiters
    waiters.removeAll(keepingCapacity: true)
    for waiter in all { waiter.continuation.resume(throwing: CancellationError()) }
    for sleep in sleeps { queue.push(sleep.job) }
    sleeps.removeAll(keepingCapacity: true)
  }

  /// Lets the client of a dead process end its own waits, and releases it.
  private func bury() {
    guard var process = dead else { return }
    dead = nil
    if let client = process.client { Task { await client.releaseResources() } }
    drain()
    process.removeObservers()
    process.listener = nil
    process.forgetTasks()
    // A weak reference would show the same, and make every use of the object slower.
    var client: AnyObject? = process.client
    process.client = nil
    let isAlone = client == nil || isKnownUniquelyReferenced(&client)
    // The client retains the process through its device.
    client = nil
    if !isAlone || !isKnownUniquelyReferenced(&process) { violation(.leavesBehind) }
  }
}

/// The tap that started a task of a client, through any number of child tasks.
enum TaskTap {
  @TaskLocal static var flow: FlowID?
  /// Whether the task was started from the recovery page.
  @TaskLocal static var isByHand = false
}
