internal import EventEngine

/// The notifications of the store to the backend (B8).
extension StoreHost where Self: ~Copyable {
  /// Schedules the first post of a charge to the backend.
  mutating func postLater(_ transaction: TransactionID) {
    store.transactions[transaction].isPosted = true
    calendar.schedule(.notify(transaction), after: Store.firstPost)
  }

  /// Loses the next post of a payment, which the store does not notice.
  mutating func missNotification(of transaction: TransactionID) {
    store.transactions[transaction].missesPost = true
  }

  mutating func delayNotification(of transaction: TransactionID, by delay: Delay) {
    store.transactions[transaction].postLateBy = delay
  }

  /// Posts a charge; during an outage the backend does not answer.
  mutating func notify(_ transaction: TransactionID) {
    if store.transactions[transaction].missesPost {
      store.transactions[transaction].missesPost = false
      store.transactions[transaction].isPosted = false
      return note(.notificationMissed(transaction: transaction))
    }
    let late = store.transactions[transaction].postLateBy
    if late > .zero {
      store.transactions[transaction].postLateBy = .zero
      return calendar.schedule(.notify(transaction), after: late)
    }
    // An update may have removed notifications from the backend (M1).
    guard design.backend.receivesNotifications else {
      store.transactions[transaction].isPosted = false
      return
    }
    let answers = !isBackendOut && (design.store != .playBilling || !isCheckOut)
    note(.notified(transaction: transaction, answered: answers))
    let done = Int(store.transactions[transaction].unansweredPosts)
    if !answers { store.transactions[transaction].unansweredPosts += 1 }
    if !answers, let wait = wait(afterPost: done) {
      return calendar.schedule(.notify(transaction), after: wait)
    }
    store.transactions[transaction].isPosted = false
    if answers { receiveNotification(of: transaction, paidPayload(of: transaction)) }
  }

  /// The wait from an unanswered post to the next; nil after the last.
  /// - Parameter done: the number of unanswered posts before, from 0.
  private func wait(afterPost done: Int) -> Delay? {
    if design.store == .playBilling {
      return done < Store.maxPublished ? Store.publishedAgain : nil
    }
    return done < Store.postAgain.count ? .seconds(Store.postAgain[done] * 3_600) : nil
  }
}

extension Store {
  /// The delay from the charge to the first post: about 10 s.
  fileprivate static let firstPost = Delay.seconds(10)
  /// The delays between unanswered posts, in hours; after the last the store gives up. [A]
  fileprivate static let postAgain: [Int64] = [1, 12, 24, 48, 72]
  /// The same for Play, whose messages are published for 7 d. [D Pub/Sub subscription properties]
  fileprivate static let publishedAgain = Delay.seconds(600)
  fileprivate static let maxPublished = 7 * 86_400 / 600
}
