internal import EventEngine

/// Proves for boxes of luck that no order gets lost, by playing the lives at their corners.
///
/// The time of every event is a sum of delays, so whether one comes before another, or before an instant that
/// rules compare with, is a linear inequality between the delays. The luck that leads to the same events in
/// the same order is cut out by such inequalities and therefore convex: if the lives at all corners of a box
/// take the same course, step by step and with the same state of the world but for its times, every life
/// inside takes it too. Corners are taken a millisecond further out, which is more than the halves of
/// microseconds add up to that latencies lose when they are cut in two.
///
/// A wait (``Question/isWait``) does nothing but let an event happen later. As long as that event
/// does not happen before the end of the life, more of the wait changes nothing, and its lower end
/// alone needs to be played.
///
/// Not proven are lives with Play, whose refunds come days after the goods (G10), and lives in which a
/// chance decides something, a message is lost, the user should leave
/// or the app dies, and lives of more than ten minutes: those of ten minutes that begin outside the
/// windows of outages do not depend on when they begin.
struct SafeLuckSearch: ~Copyable {
  /// One of the delays that a life asks for.
  struct Question {
    let name: LuckName
    let distribution: Distribution
    /// Whether the delay only says when something happens that has to come after the end of the life.
    let isWait: Bool
  }

  /// The most questions of which both ends are played.
  private static let mostEnds = 8
  /// The shares of all users below which a wish, and what is left of one, is not worth its lives.
  private static let (least, leastRest) = (1.2e-4, 5e-4)
  /// The most that ends can be off by rounding, many times over.
  private static let margin = Delay.milliseconds(1)

  private let population: Population
  private let strata: Strata
  private let designs: [PlayedDesign]
  private var world: World
  /// Whether the population and the designs are such that anything can be proven.
  private let isPossible: Bool
  /// The delays that the lives of the last play asked for and were not given.
  private var asked: [LuckName] = []
  /// The questions of the last wish, and what was cut off all luck to make it safe.
  private var last: (questions: [LuckName], cuts: LuckCuts)?
  private var proven: [(strikes: Stratum.Strikes, safe: SafeWish)] = []

  init(_ population: Population, _ strata: Strata, _ designs: [Design]) {
    self.population = population
    self.strata = strata
    world = World(conditions: population.conditions)
    var played: [PlayedDesign] = []
    for design in designs { played.append(world.read(design)) }
    self.designs = played
    let latest = population.conditions.behavior.starts.sample(.max) + StartWindows.before
    isPossible =
      population.purchasesPerUser == 1 && latest < population.conditions.horizon
      && designs.allSatisfy { $0.server.reconciliation == nil && $0.store != .playBilling }
  }

  /// What is proven of a wish.
  struct SafeWish {
    let wish: Wish
    /// The questions that its lives ask.
    var questions: [LuckName]
    /// Boxes of answers, apart from each other, in which no life loses an order.
    var boxes: [LuckBox] = []
  }

  /// Proves what it can of a stratum.
  /// - Returns: what is proven by wish, and the share of the stratum's users that this makes.
  mutating func prove(_ stratum: Stratum) -> (wishes: [SafeWish], share: Double) {
    guard isPossible, stratum.canCharge, stratum.trait != .any, stratum.trait != .meetsOutage else {
      return ([], 0)
    }
    var wishes: [SafeWish] = []
    var share = 0.0
    // Those who never return and open the app in an outage are not looked at.
    let outside = stratum.trait == .neverReturns ? 1 - strata.starts.share : 1
    for (wish, part) in strata.eachWish(in: stratum) {
      let users = stratum.weight * outside * part
      // Whether users ever return makes no difference to lives in which they do not leave.
      let known = proven.first { $0.strikes == stratum.strikes && $0.safe.wish == wish }?.safe
      guard let safe = known ?? prove(wish, stratum.strikes, users: users) else { continue }
      wishes.append(safe)
      if known == nil { proven.append((stratum.strikes, safe)) }
      share += outside * part * safe.boxes.reduce(0) { $0 + $1.share }
    }
    return (wishes, share)
  }

  /// Proves what it can of a wish that a share of all users have; nil if that is nothing.
  private mutating func prove(_ wish: Wish, _ strikes: Stratum.Strikes, users: Double) -> SafeWish?
  {
    guard users >= SafeLuckSearch.least, let course = Course(wish, strikes, population, strata),
      let questions = findQuestions(course)
    else { return nil }
    var safe = SafeWish(wish: wish, questions: questions.map { $0.name })
    var open = [LuckBox(questions: questions.count)]
    while let box = open.popLast() {
      guard safe.boxes.isEmpty || users * box.share >= SafeLuckSearch.leastRest,
        let part = largestSafe(in: box, questions, course, guess: safe.boxes.isEmpty)
      else { continue }
      safe.boxes.append(part)
      open += box.without(part)
    }
    return safe.boxes.isEmpty ? nil : safe
  }

  /// The questions that are asked when nothing is out of the ordinary; nil if even then an order can
  /// get lost, or if there are too many.
  private mutating func findQuestions(_ course: borrowing Course) -> [Question]? {
    var questions = course.questions
    while true {
      let usual = questions.map {
        LuckBox.delay($0.distribution, at: $0.isWait ? LuckBox.draws - 1 : LuckBox.draws / 2)
      }
      let path = play(course, questions, usual)
      if asked.isEmpty {
        return path == nil || questions.count(where: { !$0.isWait }) > SafeLuckSearch.mostEnds
          ? nil : questions
      }
      let known = questions.count
      for name in asked where !questions.contains(where: { $0.name == name }) {
        guard let site = DrawSite(rawValue: name.site),
          let distribution = population.conditions.delays(at: site)
        else { return nil }
        questions.append(Question(name: name, distribution: distribution, isWait: site.isWait))
      }
      // What was given and is asked for has no place of its own (``Luck/begin(with:)``).
      if questions.count == known { return nil }
    }
  }

  /// The largest box found inside another in which all lives take one course.
  /// - Parameter guess: whether the cuts of the last wish are worth a try: wishes that differ by no
  ///   more than the item mostly have the same.
  private mutating func largestSafe(
    in box: LuckBox, _ questions: [Question], _ course: borrowing Course, guess: Bool
  ) -> LuckBox? {
    let names = questions.map { $0.name }
    if guess, last?.questions == names, let safe = last?.cuts.cut(box),
      isSafe(safe, questions, course)
    {
      return safe
    }
    var cuts = LuckCuts(waits: questions.map { $0.isWait })
    let lowest = 0
    let highest = 1 << questions.count(where: { !$0.isWait }) - 1
    let first = cuts.cut(box)
    guard let path = play(course, questions, corner(lowest, of: first, questions)),
      play(course, questions, corner(highest, of: first, questions)) == path
    else { return nil }
    // Each end is moved outwards in turn, as long as the life with the lowest or the highest
    // delays allows it: less of a wait is worst with the highest.
    var moving = Array(cuts.ends.indices)
    while !moving.isEmpty {
      for end in moving {
        guard cuts.widen(end) else {
          moving.removeAll { $0 == end }
          continue
        }
        let isLow = !cuts.ends[end].isUpper && !questions[cuts.ends[end].question].isWait
        let tried = corner(isLow ? lowest : highest, of: cuts.cut(box), questions)
        if play(course, questions, tried) != path {
          cuts.narrow(end)
          moving.removeAll { $0 == end }
        }
      }
    }
    // They prove nothing: all corners do.
    while !isSafe(cuts.cut(box), questions, course) { guard cuts.narrow() else { return nil } }
    if guess { last = (names, cuts) }
    return cuts.cut(box)
  }

  /// Whether the lives at all corners of a box take one course, in which no order can get lost.
  private mutating func isSafe(
    _ box: LuckBox, _ questions: [Question], _ course: borrowing Course
  ) -> Bool {
    var path: Fingerprint?
    for number in 0..<1 << questions.count(where: { !$0.isWait }) {
      guard let other = play(course, questions, corner(number, of: box, questions)),
        path ?? other == other
      else { return false }
      path = other
    }
    return true
  }

  /// The delays at a corner of a box, a little further out.
  /// - Parameter number: which end of each question that is no wait, as bits.
  private func corner(_ number: Int, of box: LuckBox, _ questions: [Question]) -> [Delay] {
    var bits = number
    return zip(questions, box.ranges).map { question, range in
      let isUpper = !question.isWait && bits & 1 == 1
      if !question.isWait { bits >>= 1 }
      if isUpper {
        return LuckBox.delay(question.distribution, at: range.upperBound - 1)
          + SafeLuckSearch.margin
      }
      let delay = LuckBox.delay(question.distribution, at: range.lowerBound)
      return Delay(microseconds: max(0, delay.microseconds - SafeLuckSearch.margin.microseconds))
    }
  }

  /// The path of the lives with given delays; nil if an order can get lost or if the luck says more
  /// than delays.
  private mutating func play(
    _ course: borrowing Course, _ questions: [Question], _ delays: [Delay]
  ) -> Fingerprint? {
    let given = zip(questions.map { $0.name }, delays).map { (name: $0, delay: $1) }
    let user = course.user(given, world.conditions)
    var path = StateHasher(takesTimes: false)
    var isSafe = true
    asked = []
    for design in designs {
      world.take(design)
      world.receive(user)
      world.luck.begin(with: given)
      world.begin()
      let ends = world.playSafely(
        until: .start + user.starts + StartWindows.before, waitsForStrike: course.waitsForStrike,
        into: &path)
      asked += world.luck.asked
      if !ends { isSafe = false }
    }
    return isSafe && asked.isEmpty ? path.fingerprint : nil
  }
}
