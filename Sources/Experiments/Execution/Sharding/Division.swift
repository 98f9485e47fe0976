import Synchronization

/// Work that several machines share, or that goes on after it was interrupted.
///
/// All work is a program that asks for batches of pieces, one after the other, and goes on with what they
/// came to. Whoever shares in it runs the same program: of each batch it plays its own pieces, and takes what
/// parts know of the others. Where these are not known yet it leaves the batch and what depends on it
/// (``Cut/elsewhere``). So the parts of all shards together make the program the one that would have played
/// everything, and its results are the same bytes.
package struct Division: Sendable {
  /// What is done with the pieces that no part knows.
  package enum Role: Hashable, Sendable {
    /// Those of the shard are played; all of them, if it is the whole.
    case plays(Shard)
    /// They are told of: nothing is played.
    case merges(shards: Int)

    package var shards: Int {
      switch self {
      case .plays(let shard): shard.count
      case .merges(let shards): shards
      }
    }
  }

  private let store: PartStore
  /// The names of the work around, each with a slash behind it.
  private let scope: String

  package init(_ store: PartStore) { (self.store, scope) = (store, "") }

  private init(_ store: PartStore, scope: String) { (self.store, self.scope) = (store, scope) }

  /// The division of a part of the work that has a name of its own.
  package func named(_ name: String) -> Division {
    // The name of a design may contain the separator of scopes.
    let name = name.replacing("%", with: "%25").replacing("/", with: "%2F")
    return Division(store, scope: scope + name + "/")
  }

  /// A batch of some pieces.
  func batch(_ name: String, of pieces: Int) -> DividedBatch {
    store.open(scope + name, of: pieces)
  }

  /// Whether work is worth the wait for others: where a share of all work is small enough, every shard does
  /// it by itself.
  func isWorthDividing(_ users: Int, of all: Int) -> Bool {
    users * store.role.shards > all / Division.least
  }

  /// All shards together repeat at most one part of so many of the work.
  private static let least = 10
}

/// The parts that are known, and the part that grows here.
package final class PartStore: Sendable {
  /// A batch that some shards still have to play.
  package struct Missing: Hashable, Sendable {
    package var batch: String
    /// The numbers of the shards.
    package var shards: [Int]
  }

  /// A batch of a part that does not belong to the work.
  package struct Foreign: Hashable, Sendable {
    package var shard: Shard, batch: String
    package var problem: PackingProblem?
  }

  private struct State {
    /// What was played here, and of which batch more is played now.
    var own: [Part.Batch] = []
    var playing: (@Sendable () -> Part.Batch?)?
    var missing: [Missing] = []
    var foreign: [Foreign] = []
    var known: Set<String> = []
    var hasFailed = false
    /// The batches of which everything is known, put together.
    var whole: [Part.Batch] = []
  }

  let role: Division.Role
  /// The parts of other shards; and what a merge has put together of all.
  private let parts: [Part], whole: [Part.Batch]
  private let state: Mutex<State>
  /// How often threads were asked to hand over what they have.
  let turn = Atomic(0)

  /// - Parameter parts: what is known; at most one of each shard.
  /// - Parameter whole: the batches of which everything is known, as an earlier merge has put them together.
  package init(_ role: Division.Role, _ parts: [Part] = [], whole: [Part.Batch] = []) {
    precondition(Set(parts.map(\.shard.number)).count == parts.count, "a shard has one part")
    (self.role, self.parts, self.whole) = (role, parts, whole)
    var state = State()
    if case .plays(let shard) = role {
      state.own = parts.first { $0.shard == shard }?.batches ?? []
    }
    self.state = Mutex(state)
  }

  /// Asks threads to hand over what they have done, which takes until the end of a piece.
  package func collect() { turn.add(1, ordering: .relaxed) }

  /// What was played here so far, with what earlier runs have played of the same part.
  package var part: Part {
    guard case .plays(let shard) = role else { preconditionFailure("whoever merges plays nothing") }
    // What is played now is asked outside: it has a lock of its own.
    let (own, playing) = state.withLock { ($0.own, $0.playing) }
    var part = Part(shard, own)
    if let batch = playing?() { part.put(batch) }
    return part
  }

  /// The batches of which a merge knows everything, for the shards of the next round.
  package var known: [Part.Batch] { state.withLock { $0.whole } }
  /// Keeps all that was found of a batch.
  func keep(whole batch: Part.Batch) { state.withLock { $0.whole.append(batch) } }

  /// What nobody has played, in the order of the work.
  package var missing: [Missing] { state.withLock { $0.missing } }
  /// Whether a life could not be played to its end.
  package var hasFailed: Bool { state.withLock { $0.hasFailed } }
  /// What is in parts and does not belong to the work.
  /// - Parameter isAtEnd: whether the work went on as far as parts let it. Only where nothing is missing then is it known
  ///   that it has no more batches than it came to.
  package func foreign(isAtEnd: Bool) -> [Foreign] {
    state.withLock { state in
      guard isAtEnd, state.missing.isEmpty, !state.hasFailed else { return state.foreign }
      let strangers = parts.flatMap { part in
        part.batches.filter { !state.known.contains($0.name) }.map {
          Foreign(shard: part.shard, batch: $0.name, problem: nil)
        }
      }
      return state.foreign + strangers
    }
  }

  fileprivate func open(_ name: String, of pieces: Int) -> DividedBatch {
    let known = parts.compactMap { part -> (Shard, Part.Batch)? in
      if case .plays(let shard) = role, part.shard == shard { return nil }
      return part[name].map { (part.shard, $0) }
    }
    let own = state.withLock { state in
      state.known.insert(name)
      return state.own.first { $0.name == name }
    }
    var batch = DividedBatch(store: self, name: name, pieces: pieces, others: [])
    if case .plays(let shard) = role { batch.own = own.flatMap { accept($0, of: shard, pieces) } }
    if let all = whole.first(where: { $0.name == name }).flatMap({ accept($0, of: .whole, pieces) }
    ),
      all.done.size == pieces
    {
      (batch.own, batch.others, batch.isKnown) = (nil, [(.whole, all)], true)
      return batch
    }
    batch.others = known.compactMap { shard, found in
      accept(found, of: shard, pieces).map { (shard, $0) }
    }
    return batch
  }

  /// A batch of a part, unless it has other pieces than the work.
  private func accept(_ batch: Part.Batch, of shard: Shard, _ pieces: Int) -> Part.Batch? {
    let end = batch.done.ranges.last?.upperBound ?? 0
    if batch.pieces == pieces, end <= shard.share(of: pieces) { return batch }
    refuse(batch, of: shard, nil)
    return nil
  }

  func refuse(_ batch: Part.Batch, of shard: Shard, _ problem: PackingProblem?) {
    let foreign = Foreign(shard: shard, batch: batch.name, problem: problem)
    state.withLock { if !$0.foreign.contains(foreign) { $0.foreign.append(foreign) } }
  }

  /// Notes who gives what is played now; nil: nobody any more.
  func play(_ batch: (@Sendable () -> Part.Batch?)?) { state.withLock { $0.playing = batch } }

  /// Keeps what was played of a batch.
  func keep(_ batch: Part.Batch) {
    state.withLock { state in
      var part = Part(.whole, state.own)
      part.put(batch)
      (state.own, state.playing) = (part.batches, nil)
    }
  }

  /// Gives a batch up that has an endless life.
  func fail() { state.withLock { ($0.hasFailed, $0.playing) = (true, nil) } }

  func note(_ missing: Missing) { state.withLock { $0.missing.append(missing) } }
}

extension Part {
  /// Takes a batch in the place of what was known of it.
  fileprivate mutating func put(_ batch: Batch) {
    if let place = batches.firstIndex(where: { $0.name == batch.name }) {
      batches[place] = batch
    } else {
      batches.append(batch)
    }
  }
}

/// One batch: what is known of its pieces, and which are to be played here.
struct DividedBatch: Sendable {
  let store: PartStore
  let name: String, pieces: Int
  /// What this shard has played of it before.
  var own: Part.Batch?
  /// What other shards have played.
  var others: [(shard: Shard, batch: Part.Batch)]
  /// Whether a merge has put all of it together, so that nothing is to be played.
  var isKnown = false

  /// The shard that plays here; nil where nothing is played.
  private var shard: Shard? { if case .plays(let shard) = store.role { shard } else { nil } }

  /// Whether some of its pieces are played here.
  var isPlayedHere: Bool { shard != nil && !isKnown }

  /// The pieces to be played here, by their number among the shard's own.
  var open: [Int] {
    guard let shard, isPlayedHere else { return [] }
    let done = own?.done ?? RangeSet()
    return (0..<shard.share(of: pieces)).filter { !done.contains($0) }
  }

  /// The number of an own piece among all.
  func piece(_ own: Int) -> Int { shard?.piece(own) ?? own }

  /// What was played here, as a part has it.
  func batch(_ done: RangeSet<Int>, _ numbers: [Int64]) -> Part.Batch {
    Part.Batch(name, pieces: pieces, done: done, numbers: numbers)
  }

  /// Whether all pieces are known; notes who lacks some.
  /// - Parameter own: what was played here.
  func isWhole(with own: Part.Batch?) -> Bool {
    if isKnown { return true }
    var known = others.map { ($0.shard, $0.batch.done) }
    if let shard, let own { known.append((shard, own.done)) }
    let count = store.role.shards
    let lacking = (1...count).filter { number in
      let shard = Shard(number, of: count)
      let done = known.first { $0.0 == shard }?.1.size ?? 0
      return done < shard.share(of: pieces)
    }
    if lacking.isEmpty { return true }
    store.note(PartStore.Missing(batch: name, shards: lacking))
    return false
  }

  /// Keeps all that was found for the shards of the next round, if this is a merge.
  func keepWhole(_ numbers: @autoclosure () -> [Int64]) {
    guard case .merges = store.role else { return }
    store.keep(whole: batch(RangeSet(0..<pieces), numbers()))
  }

  /// Reads what a part has found; nil where that is none of this work, which is noted.
  func read<Value>(
    _ found: Part.Batch, of shard: Shard, _ read: (inout Packing) throws(PackingProblem) -> Value
  ) -> Value? {
    var packing = Packing(reading: found.numbers, addedTo: shard.count)
    do throws(PackingProblem) {
      let value = try read(&packing)
      try packing.end()
      return value
    } catch {
      store.refuse(found, of: shard, error)
      return nil
    }
  }

  /// The shard that plays here; where nothing is played, the whole.
  var ownShard: Shard { shard ?? .whole }
}
