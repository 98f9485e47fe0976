internal import EventEngine

/// What the store tells the backend by itself (B8).
extension StoreKit1Host where Self: ~Copyable {
  /// A charge will be posted to the backend.
  mutating func postLater(_ transaction: TransactionID) {
    storeKit1.transactions[transaction].isPosted = true
    calendar.schedule(.notify(transaction), after: StoreKit1.firstPost)
  }

  /// The store posts a charge; a backend that is out does not answer.
  mutating func notify(_ transaction: TransactionID) {
    let answers = !isBackendOut
    note(.notified(transaction: transaction, answered: answers))
    if answers {
      storeKit1.transactions[transaction].isPosted = false
      receiveNotification(of: transaction, storeKit1.transactions[transaction].payload)
      return
    }
    let done = Int(storeKit1.transactions[transaction].unansweredPosts)
    storeKit1.transactions[transaction].unansweredPosts += 1
    if done < StoreKit1.postAgain.count {
      let hours = StoreKit1.postAgain[done]
      calendar.schedule(.notify(transaction), after: .seconds(hours * 3_600))
    } else {
      storeKit1.transactions[transaction].isPosted = false
    }
  }
}

extension StoreKit1 {
  /// From the charge to the first post: about 10 s.
  fileprivate static let firstPost = Delay.seconds(10)
  /// From one unanswered post to the next, in hours; after the last the store gives up. [A]
  fileprivate static let postAgain: [Int64] = [1, 12, 24, 48, 72]
}
