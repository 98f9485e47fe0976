internal import EventEngine

/// The draw that decides the duration of a request; a verification's check has the same occurrence.
typealias RequestDraw = (site: DrawSite, occurrence: Int)

extension Link {
  /// The draw of the next request of a kind for an intent; nil if it serves no single intent.
  ///
  /// Each kind has its own count, so that the n-th write of an intent is as fast in every design.
  @inline(__always)
  mutating func nextDraw(for asker: Request.Requester, of intent: IntentID?) -> RequestDraw {
    guard let intent else {
      state.listings += 1
      return (.records, (state.listings - 1) << 2 | 3)
    }
    switch asker {
    case .verification:
      counts[intent].verifications += 1
      return (.verify, intent.index << 8 | Int(counts[intent].verifications - 1) & 255)
    case .flow, .order:
      counts[intent].orders += 1
      return (.order, intent.index << 8 | Int(counts[intent].orders - 1) & 255)
    case .named: preconditionFailure("named calls have their own draws")
    case .reading, .writing, .clearing, .settling, .wiping, .listing:
      return (.records, nextOfRecords(asker, intent))
    }
  }

  /// Reads, writes and wipes count apart, in 8 bits each; 3 in the lowest two bits is a listing.
  private mutating func nextOfRecords(_ asker: Request.Requester, _ intent: IntentID) -> Int {
    let (count, kind): (UInt8, Int)
    switch asker {
    case .reading:
      (count, kind) = (counts[intent].reads, 0)
      counts[intent].reads &+= 1
    case .writing:
      (count, kind) = (counts[intent].writes, 1)
      counts[intent].writes &+= 1
    case .clearing, .settling, .wiping:
      (count, kind) = (counts[intent].wipes, 2)
      counts[intent].wipes &+= 1
    case .flow, .order, .verification, .listing, .named:
      preconditionFailure("only requests about an intent's records are counted here")
    }
    return (intent.index << 8 | Int(count)) << 2 | kind
  }
}
