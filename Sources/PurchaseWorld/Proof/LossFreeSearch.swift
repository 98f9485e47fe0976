internal import EventEngine

/// Proves for boxes of random draws that no order gets lost, by simulating their corners.
///
/// The time of every event is a sum of delays. Whether one event precedes another, or an instant in
/// a rule, is therefore a linear inequality between delays. The draws that lead to the same events
/// in the same order satisfy a set of such inequalities, and this set is convex. If the runs at all
/// corners of a box have the same path (the same steps, and the same states except for times),
/// every run inside has it too. Corners are moved outwards by a millisecond, more than the sum of
/// the rounding errors of halved latencies.
///
/// A wait (``DelayDraw/isWait``) only delays an event. If the event follows the end of the run, a
/// longer wait changes nothing, and only the lower end is simulated.
///
/// Not proven are runs with Play, whose refunds come days after the goods (G10), and runs with a
/// random decision, a lost message, a late leave, a death of the app, or more than ten minutes:
/// shorter runs that begin outside the windows of outages do not depend on their start.
struct LossFreeSearch: ~Copyable {
  /// A delay that a run draws.
  struct DelayDraw {
    let name: DrawKey
    let distribution: Distribution
    /// Whether the delay only times an event that must follow the end of the run.
    let isWait: Bool
  }

  /// The maximum number of questions with both ends simulated.
  private static let maxEnds = 8
  /// The minimum shares of all users for an intent, and for the rest of one, to be tried.
  private static let (least, leastRest) = (1.2e-4, 5e-4)
  /// A bound far above the rounding error of the ends.
  private static let margin = Delay.milliseconds(1)

  private let population: Population
  private let strata: Strata
  private let designs: [CompiledDesign]
  private var world: World
  /// Whether a proof is possible for the population and the designs.
  private let isPossible: Bool
  /// The delays that the last runs drew and were not given.
  private var requested: [DrawKey] = []
  /// The questions of the last intent, and its cuts.
  private var last: (questions: [DrawKey], cuts: DrawBoxCuts)?
  private var proven: [(faultCount: Stratum.FaultCount, safe: LossFreeIntent)] = []

  init(_ population: Population, _ strata: Strata, _ designs: [Design]) {
    self.population = population
    self.strata = strata
    world = World(conditions: population.conditions)
    var compiled: [CompiledDesign] = []
    for design in designs { compiled.append(world.read(design)) }
    self.designs = compiled
    let latest = population.conditions.behavior.startDelay.sample(.max) + StartWindows.before
    isPossible =
      population.purchasesPerUser == 1 && latest < population.conditions.horizon
      && designs.allSatisfy { $0.backend.reconciliation == nil && $0.store != .playBilling }
  }

  /// The proof for an intent.
  struct LossFreeIntent {
    let drawnIntent: DrawnIntent
    var questions: [DrawKey]
    /// Disjoint boxes of answers in which no run loses an order.
    var boxes: [DrawBox] = []
  }

  /// Proves boxes of a stratum.
  /// - Returns: the proofs by intent, and their share of the stratum's users.
  mutating func prove(_ stratum: Stratum) -> (lossFreeIntents: [LossFreeIntent], share: Double) {
    guard isPossible, stratum.canCharge, stratum.trait != .any, stratum.trait != .hasOutage else {
      return ([], 0)
    }
    var lossFreeIntents: [LossFreeIntent] = []
    var share = 0.0
    // Users who never return and open the app in an outage are excluded.
    let outside = stratum.trait == .neverReturns ? 1 - strata.starts.share : 1
    for (drawnIntent, part) in strata.eachIntent(in: stratum) {
      let users = stratum.weight * outside * part
      // Whether users ever return makes no difference to runs in which they do not leave.
      let known = proven.first {
        $0.faultCount == stratum.faultCount && $0.safe.drawnIntent == drawnIntent
      }?.safe
      guard let safe = known ?? prove(drawnIntent, stratum.faultCount, users: users) else {
        continue
      }
      lossFreeIntents.append(safe)
      if known == nil { proven.append((stratum.faultCount, safe)) }
      share += outside * part * safe.boxes.reduce(0) { $0 + $1.share }
    }
    return (lossFreeIntents, share)
  }

  /// Proves boxes of an intent with a share of all users; nil if there are none.
  private mutating func prove(
    _ drawnIntent: DrawnIntent, _ faultCount: Stratum.FaultCount, users: Double
  ) -> LossFreeIntent? {
    guard users >= LossFreeSearch.least,
      let course = ProofCandidate(drawnIntent, faultCount, population, strata),
      let questions = findQuestions(course)
    else { return nil }
    var safe = LossFreeIntent(drawnIntent: drawnIntent, questions: questions.map { $0.name })
    var open = [DrawBox(questions: questions.count)]
    while let box = open.popLast() {
      guard safe.boxes.isEmpty || users * box.share >= LossFreeSearch.leastRest,
        let part = largestSafe(in: box, questions, course, guess: safe.boxes.isEmpty)
      else { continue }
      safe.boxes.append(part)
      open += box.without(part)
    }
    return safe.boxes.isEmpty ? nil : safe
  }

  /// The questions of an ordinary run; nil if that run can lose an order, or if there are too many.
  private mutating func findQuestions(_ course: borrowing ProofCandidate) -> [DelayDraw]? {
    var questions = course.questions
    while true {
      let usual = questions.map {
        DrawBox.delay($0.distribution, at: $0.isWait ? DrawBox.draws - 1 : DrawBox.draws / 2)
      }
      let path = simulate(course, questions, usual)
      if requested.isEmpty {
        return path == nil || questions.count(where: { !$0.isWait }) > LossFreeSearch.maxEnds
          ? nil : questions
      }
      let known = questions.count
      for name in requested where !questions.contains(where: { $0.name == name }) {
        guard let site = DrawSite(rawValue: name.site),
          let distribution = population.conditions.delays(at: site)
        else { return nil }
        questions.append(DelayDraw(name: name, distribution: distribution, isWait: site.isWait))
      }
      // A delay that was given and is drawn again has no slot (``RandomDraws/begin(with:)``).
      if questions.count == known { return nil }
    }
  }

  /// The largest box found inside another in which all runs have one path.
  /// - Parameter guess: whether to try the cuts of the last intent, which often fit.
  private mutating func largestSafe(
    in box: DrawBox, _ questions: [DelayDraw], _ course: borrowing ProofCandidate, guess: Bool
  ) -> DrawBox? {
    let names = questions.map { $0.name }
    if guess, last?.questions == names, let safe = last?.cuts.cut(box),
      isSafe(safe, questions, course)
    {
      return safe
    }
    var cuts = DrawBoxCuts(waits: questions.map { $0.isWait })
    let lowest = 0
    let highest = 1 << questions.count(where: { !$0.isWait }) - 1
    let first = cuts.cut(box)
    guard let path = simulate(course, questions, corner(lowest, of: first, questions)),
      simulate(course, questions, corner(highest, of: first, questions)) == path
    else { return nil }
    // Moves each end outwards in turn while the run with the lowest or the highest delays allows
    // it: a shorter wait is worst with the highest.
    var moving = Array(cuts.ends.indices)
    while !moving.isEmpty {
      for end in moving {
        guard cuts.widen(end) else {
          moving.removeAll { $0 == end }
          continue
        }
        let isLow = !cuts.ends[end].isUpper && !questions[cuts.ends[end].question].isWait
        let tried = corner(isLow ? lowest : highest, of: cuts.cut(box), questions)
        if simulate(course, questions, tried) != path {
          cuts.narrow(end)
          moving.removeAll { $0 == end }
        }
      }
    }
    // These runs prove nothing; all corners do.
    while !isSafe(cuts.cut(box), questions, course) { guard cuts.narrow() else { return nil } }
    if guess { last = (names, cuts) }
    return cuts.cut(box)
  }

  /// Whether the runs at all corners of a box have one path, without a possible loss.
  private mutating func isSafe(
    _ box: DrawBox, _ questions: [DelayDraw], _ course: borrowing ProofCandidate
  ) -> Bool {
    var path: Fingerprint?
    for number in 0..<1 << questions.count(where: { !$0.isWait }) {
      guard let other = simulate(course, questions, corner(number, of: box, questions)),
        path ?? other == other
      else { return false }
      path = other
    }
    return true
  }

  /// The delays at a corner of a box, moved outwards.
  /// - Parameter number: the end of each question that is no wait, as bits.
  private func corner(_ number: Int, of box: DrawBox, _ questions: [DelayDraw]) -> [Delay] {
    var bits = number
    return zip(questions, box.ranges).map { question, range in
      let isUpper = !question.isWait && bits & 1 == 1
      if !question.isWait { bits >>= 1 }
      if isUpper {
        return DrawBox.delay(question.distribution, at: range.upperBound - 1)
          + LossFreeSearch.margin
      }
      let delay = DrawBox.delay(question.distribution, at: range.lowerBound)
      return Delay(microseconds: max(0, delay.microseconds - LossFreeSearch.margin.microseconds))
    }
  }

  /// The path of the runs with given delays; nil if an order can get lost or more than delays
  /// counts.
  private mutating func simulate(
    _ course: borrowing ProofCandidate, _ questions: [DelayDraw], _ delays: [Delay]
  ) -> Fingerprint? {
    let given = zip(questions.map { $0.name }, delays).map { (name: $0, delay: $1) }
    let user = course.user(given, world.conditions)
    var path = StateHasher(takesTimes: false)
    var isSafe = true
    requested = []
    for design in designs {
      world.take(design)
      world.receive(user)
      world.randomDraws.begin(with: given)
      world.begin()
      let ends = world.proveLossFree(
        until: .start + user.startDelay + StartWindows.before, waitsForFault: course.waitsForFault,
        into: &path)
      requested += world.randomDraws.requested
      if !ends { isSafe = false }
    }
    return isSafe && requested.isEmpty ? path.fingerprint : nil
  }
}
