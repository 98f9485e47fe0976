internal import EventEngine

/// What the store tells the backend by itself (B8).
extension StoreHost where Self: ~Copyable {
  /// A charge will be posted to the backend.
  mutating func postLater(_ transaction: TransactionID) {
    store.transactions[transaction].isPosted = true
    calendar.schedule(.notify(transaction), after: Store.firstPost)
  }

  /// The store posts a charge; a backend that is out does not answer.
  mutating func notify(_ transaction: TransactionID) {
    let answers = !isBackendOut
    note(.notified(transaction: transaction, answered: answers))
    if answers {
      store.transactions[transaction].isPosted = false
      receiveNotification(of: transaction, store.transactions[transaction].payload)
      return
    }
    let done = Int(store.transactions[transaction].unansweredPosts)
    store.transactions[transaction].unansweredPosts += 1
    if done < Store.postAgain.count {
      let hours = Store.postAgain[done]
      calendar.schedule(.notify(transaction), after: .seconds(hours * 3_600))
    } else {
      store.transactions[transaction].isPosted = false
    }
  }
}

extension Store {
  /// From the charge to the first post: about 10 s.
  fileprivate static let firstPost = Delay.seconds(10)
  /// From one unanswered post to the next, in hours; after the last the store gives up. [A]
  fileprivate static let postAgain: [Int64] = [1, 12, 24, 48, 72]
}
