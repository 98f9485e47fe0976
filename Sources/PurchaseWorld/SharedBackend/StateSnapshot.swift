internal import EventEngine

/// The state of a run as bytes, to suspend a run while others continue.
///
/// Each type with state lists it once; ``transcode(_:)-(inout_Value)`` writes or reads it in that
/// order. Only the process that wrote the bytes reads them.
struct StateSnapshot: ~Copyable {
  /// The buffer for writing; it is reused.
  private var scratch: UnsafeMutableRawPointer
  private var room = 4_096
  private var source: UnsafeRawPointer?
  private(set) var count = 0

  init() { scratch = .allocate(byteCount: room, alignment: 16) }
  deinit { scratch.deallocate() }

  /// Whether state is decoded rather than encoded.
  var isRead: Bool { source != nil }
  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: scratch, count: count) }

  mutating func beginWriting() { (source, count) = (nil, 0) }
  mutating func beginReading(_ bytes: UnsafeRawPointer) { (source, count) = (bytes, 0) }

  @inline(__always) mutating func transcode<Value: BitwiseCopyable>(_ value: inout Value) {
    let size = MemoryLayout<Value>.size
    if let source {
      value = source.loadUnaligned(fromByteOffset: count, as: Value.self)
    } else {
      if count + size > room { widen(by: size) }
      scratch.storeBytes(of: value, toByteOffset: count, as: Value.self)
    }
    count += size
  }

  @inline(__always) mutating func transcode<Key, Row>(_ table: inout Table<Key, Row>) {
    var rows = Int32(table.count)
    transcode(&rows)
    if rows == 0 { return table.removeAll() }
    let size = Int(rows) * MemoryLayout<Row>.stride
    if let source {
      table.replaceAll(withBytes: source + count, count: Int(rows))
    } else {
      if count + size > room { widen(by: size) }
      table.copyRows(to: scratch + count)
    }
    count += size
  }

  /// Encodes or decodes the time and the pending events of a calendar.
  @inline(__always)
  mutating func transcode<Event: BitwiseCopyable>(_ calendar: inout EventCalendar<Event>) {
    var (now, events) = (calendar.now, Int32(calendar.count))
    transcode(&now)
    transcode(&events)
    let size = Int(events) * EventCalendar<Event>.bytesPerEvent
    if let source {
      calendar.restore(at: now, pending: source + count, count: Int(events))
    } else {
      if count + size > room { widen(by: size) }
      calendar.copyPending(to: scratch + count)
    }
    count += size
  }

  @inline(never) private mutating func widen(by size: Int) {
    room = max(2 * room, count + size)
    let wider = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
    wider.copyMemory(from: scratch, byteCount: count)
    scratch.deallocate()
    scratch = wider
  }
}

extension World {
  /// Encodes or decodes the current run; its random draws are stored separately.
  mutating func transcode(by bytes: inout StateSnapshot) {
    let wasUpdated = client.state.isUpdated
    bytes.transcode(&events)
    bytes.transcode(&calendar)
    user.transcode(by: &bytes)
    store.transcode(by: &bytes)
    device.transcode(by: &bytes)
    client.transcode(by: &bytes)
    link.transcode(by: &bytes)
    backend.transcode(by: &bytes)
    faultInjector.transcode(by: &bytes)
    judge.transcode(by: &bytes)
    log.transcode(by: &bytes)
    if client.state.isUpdated != wasUpdated { turnUpdate(isUpdated: client.state.isUpdated) }
  }
}
