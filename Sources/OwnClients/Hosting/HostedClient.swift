import EventEngine
import PurchaseClientKit
import PurchaseWorld

/// Hosts a team's own client in lives of the world: makes it for every process, runs its tasks, lets it wait,
/// and ends it with the process.
///
/// A process that has died has its waiting tasks resumed with an error, so that they unwind; what they still
/// do has no effect. What does not unwind within a bound is left where it is.
final class HostedClient: OwnClient {
  let names: ClientNames
  let store: Design.StoreKind
  private let make: @Sendable (Device) -> any PurchaseClient
  private let queue = JobQueue()
  let mark: LifeMark
  private var real = RealUses()
  /// For how long it has blocked its thread in this life, in nanoseconds, in which no time has passed.
  private var slept: Int64 = 0
  private var disturbance = Disturbance()
  /// Is called before every start of a process, while what must not matter is otherwise.
  private var between: (() -> Void)?

  /// The door into the world, while a moment is met.
  private(set) var door: ClientPort?
  var process: ClientProcess?
  /// How many processes this life has had.
  private var launches: Int32 = 0
  /// The process that has died and is not buried.
  private var dead: ClientProcess?
  private(set) var waiters: [Waiter] = []
  /// Ends of calls that came before anybody waited for them; nil: nobody awaits the call any more.
  var early: [(call: TransactionID, end: Result<PurchaseResult, StoreError>?)] = []
  /// Sleeps by the runtime's own clock, by the number of their timers.
  private var sleeps: [(timer: Int32, job: UnownedJob)] = []
  private var nextTimer: Int32 = 0
  /// What a query collects, while one goes on.
  var collected: [Collected]?

  // What outlives a process.
  var keychain = Words()
  var sandbox = Words()
  /// Tokens of the client's own, by the numbers under which payments carry them, and names likewise.
  var tokens: [AppAccountToken] = []
  var usernames: [String] = []
  var identifiers: [(account: String?, profile: String?)] = []

  /// How many jobs may run in one instant of a life, and how many effects may be asked for after a death.
  private static let (mostJobs, mostGhosts) = (100_000, 1_000)

  init(
    _ name: String, _ setting: ClientSetting,
    _ make: @escaping @Sendable (Device) -> any PurchaseClient
  ) {
    names = ClientNames(setting.catalog)
    mark = LifeMark(client: name)
    (store, self.make) = (setting.store, make)
    queue.host = self
    SignalStack.give()
    Watchdog.watch(mark)
    queue.sleep = { [unowned self] job, delay in
      if !RealWorld.isReplaced {
        // The runtime has taken off what has passed on the real clock meanwhile.
        sleeps.append((startTimer(.milliseconds(Int64((delay / .milliseconds(1)).rounded()))), job))
      } else {
        sleeps.append((startTimer(delay), job))
      }
      if sleeps.count > ClientMisdeed.mostWaiting { misdeed(.tooManyTasks) }
    }
  }

  deinit { Watchdog.forget(mark) }

  /// The life cannot be judged.
  private func misdeed(_ misdeed: ClientMisdeed) { door?.giveUp(misdeed) }

  func disturb(_ between: (() -> Void)?) {
    self.between = between
    disturbance.isOn = between != nil
  }
  var uses: [(use: RealUse, times: Int)] { real.all }

  /// Whether a task waits for time to pass: a timer that is due later.
  var isWaiting: Bool {
    !sleeps.isEmpty
      || waiters.contains { waiter in if case .timer = waiter.key { true } else { false } }
  }

  // MARK: Moments

  func meet(_ moment: ClientMoment, _ port: ClientPort) {
    guard door == nil else { return handle(moment, port) }
    if let between, case .launched = moment { between() }
    door = port
    queue.enter()
    mark.begin()
    handle(moment, port)
    drain()
    if dead != nil { bury() }
    mark.end()
    JobQueue.leave()
    door = nil
  }

  private func drain() {
    if queue.drain(atMost: HostedClient.mostJobs) { return }
    queue.removeAll()
    misdeed(.standsStill)
  }

  private func handle(_ moment: ClientMoment, _ port: ClientPort) {
    switch moment {
    case .lifeBegins(let user, let order):
      begin(user)
      queue.order = order
    case .lifeEnded: die()
    case .launched: launch()
    case .tapped(let flow, let item, _): tap(flow, names.item(item))
    case .news(let news, let transaction, let call): hear(news, transaction, call, port)
    case .answered(let request, let answer): resume(.request(request), .answer(answer))
    case .callLost(let transaction):
      if store == .storeKit2, !lose(.call(transaction)) { early.append((transaction, nil)) }
    case .woke(let timer): wake(timer)
    case .retriedByHand(let transaction):
      guard let id = name(of: transaction, port) else { return }
      tell { client in await TapOfTask.$isByHand.withValue(true) { await client.retryByHand(id) } }
    case .cameToFront:
      // What happened to the service in the background is heard now (D5).
      if store == .playBilling {
        if !port.hasService { loseService(port) }
        connect(port)
      }
      tell { await $0.becameActive() }
    case .wentToBackground: tell { await $0.enteredBackground() }
    case .accountChanged:
      let account: Account? = port.account.map { ClientNames.account($0) }
      tell { await $0.accountChanged(to: account) }
    case .linkCameUp: tell { await $0.networkCameBack() }
    case .serviceLost: loseService(port)
    case .serviceUp: connect(port)
    case .died: die()
    case .wiped(let isKeychainToo):
      sandbox.removeAll()
      if isKeychainToo { keychain.removeAll() }
    }
  }

  /// Another life: whatever the last has left is let go.
  private func begin(_ user: UInt64) {
    // One that was left before its end, by an exploration say, is not judged either.
    if process != nil { die() }
    if dead != nil {
      drain()
      bury()
    }
    mark.turn(to: user)
    (real, slept, launches) = (RealUses(), 0, 0)
    keychain.removeAll()
    sandbox.removeAll()
    tokens.removeAll(keepingCapacity: true)
    usernames.removeAll(keepingCapacity: true)
    identifiers.removeAll(keepingCapacity: true)
    nextTimer = 0
  }

  private func launch() {
    launches += 1
    let process = ClientProcess(self)
    self.process = process
    let client = make(device(of: process))
    process.client = client
    tell { await $0.launched() }
  }

  /// Begins a task of the client.
  private func tell(_ what: @escaping @Sendable (any PurchaseClient) async -> Void) {
    guard let process, let client = process.client else { return }
    Task {
      process.know()
      await what(client)
    }
  }

  private func tap(_ flow: FlowID, _ item: Item) {
    guard let process, let client = process.client else { return }
    Task {
      process.know()
      let shown = await TapOfTask.$flow.withValue(flow) { await client.buy(item) }
      process.host.endTap(flow, of: process, shown)
    }
  }

  /// A tap has come to its end, unless its process has died meanwhile.
  private func endTap(_ flow: FlowID, of process: ClientProcess, _ shown: Shown) {
    checkThread()
    guard process.isAlive, let door else { return }
    door.endTap(flow, isRefused: shown == .refused, hasFailed: shown == .failed)
  }

  // MARK: Waiting

  /// Resumes the task that waits for something.
  /// - Returns: whether there is one.
  @discardableResult func resume(_ key: WaitKey, _ answer: WaitAnswer) -> Bool {
    guard let place = waiters.firstIndex(where: { $0.key == key }) else { return false }
    waiters.remove(at: place).continuation.resume(returning: answer)
    return true
  }

  /// The task that waits for something waits in vain.
  /// - Returns: whether there is one.
  @discardableResult private func lose(_ key: WaitKey) -> Bool {
    guard let place = waiters.firstIndex(where: { $0.key == key }) else { return false }
    waiters.remove(at: place).continuation.resume(throwing: CancellationError())
    return true
  }

  private func startTimer(_ delay: Duration) -> Int32 {
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

  /// Waits for what an effect leads to.
  /// - Parameter begin: has the effect, and says what to wait for; nil where it has failed at once.
  /// - Throws: `CancellationError` in a dead process.
  nonisolated(nonsending) func wait(
    _ process: ClientProcess, _ begin: (ClientPort) -> WaitKey?
  ) async throws -> WaitAnswer? {
    guard let door = effect(in: process) else {
      if process.ghostEffects > HostedClient.mostGhosts {
        misdeed(.outlivesDeath)
        await stay()
      }
      throw CancellationError()
    }
    // One that is cancelled waits for nothing.
    try Task.checkCancellation()
    process.know()
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
        if waiters.count > ClientMisdeed.mostWaiting { misdeed(.tooManyTasks) }
      }
    } onCancel: {
      process.host.checkThread()
      process.host.lose(key)
    }
  }

  /// Counts a step of a process.
  /// - Returns: the door into the world; nil if the process is dead, or dies of this step.
  func effect(in process: ClientProcess) -> ClientPort? {
    checkThread()
    guard process.isAlive, let door, door.step() else {
      process.ghostEffects += 1
      endTask()
      return nil
    }
    return door
  }

  /// The world, for what is no step.
  func look(in process: ClientProcess) -> ClientPort? {
    checkThread()
    if process.isAlive { return door }
    endTask()
    return nil
  }

  /// What a dead process has still to do is cancelled where it is seen.
  private func endTask() { withUnsafeCurrentTask { $0?.cancel() } }

  /// Ends the command where another thread than that of the life uses the device: nothing protects a life
  /// from that, and nothing can be told of it any more.
  @inline(__always) func checkThread() {
    if !queue.isCurrent { mark.stop(.otherThread) }
  }

  /// The real time and chance that the code asks for on this thread are those of the life.
  func realTime() -> Int64 {
    real.count(.clock)
    return slept + (door.map { ($0.now - .start).microseconds * 1_000 } ?? 0)
  }
  func realChance() -> UInt64 {
    real.count(.chance)
    return (door?.random() ?? 0).bitPattern &* 0x9E37_79B9_7F4A_7C15
  }
  /// The number of the simulated process: another one after each death.
  func realProcess() -> Int32 {
    real.count(.process)
    return 1_000 + launches
  }
  /// Refuses to change the current directory.
  func refuseDirectory() { misdeed(.changesDirectory) }
  func realSleep(_ nanoseconds: Int64) {
    real.count(.sleep)
    // Who looks at the clock whether it was long enough must come to an end.
    slept &+= max(1_000, nanoseconds)
  }

  /// A task that goes on and on after the death of its process is left where it is.
  private nonisolated(nonsending) func stay() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  // MARK: Death

  private func die() {
    guard let process else { return }
    process.isAlive = false
    process.cancelTasks()
    process.ghosts = (keychain, sandbox)
    (self.process, dead) = (nil, process)
    early.removeAll(keepingCapacity: true)
    collected = nil
    let all = waiters
    waiters.removeAll(keepingCapacity: true)
    for waiter in all { waiter.continuation.resume(throwing: CancellationError()) }
    for sleep in sleeps { queue.push(sleep.job) }
    sleeps.removeAll(keepingCapacity: true)
  }

  /// Lets a dead process's client end what it keeps waiting by itself, and drops it.
  private func bury() {
    guard var process = dead else { return }
    dead = nil
    if let client = process.client { Task { await client.letGo() } }
    drain()
    process.removeObservers()
    process.listener = nil
    process.forgetTasks()
    // A weak reference would tell too, and make every use of the object slower.
    var client: AnyObject? = process.client
    process.client = nil
    let isAlone = client == nil || isKnownUniquelyReferenced(&client)
    // It holds the process by its device.
    client = nil
    if !isAlone || !isKnownUniquelyReferenced(&process) { misdeed(.leavesBehind) }
  }

  // MARK: Effects of a device

  func sleep(_ delay: Duration) -> WaitKey { .timer(startTimer(delay)) }

  /// Ends a life in which more is stored than any client has use for.
  @inline(__always) func limit(_ words: Words) {
    if words.isTooMuch { misdeed(.storesTooMuch) }
  }

  /// Ends a life whose client asks for another store than its design sells with.
  func refuse(wanting store: Design.StoreKind) {
    switch store {
    case .storeKit1: misdeed(.wantsStoreKit1)
    case .storeKit2: misdeed(.wantsStoreKit2)
    case .playBilling: misdeed(.wantsPlayBilling)
    }
  }
}

/// From which tap a task of a client comes, however many tasks lie between.
enum TapOfTask {
  @TaskLocal static var flow: FlowID?
  /// Whether it comes from a page on which a user tries again.
  @TaskLocal static var isByHand = false
}
