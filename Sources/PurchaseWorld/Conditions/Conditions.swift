package import EventEngine

/// The conditions that are the same for every user and every design of a scenario. The initial
/// values are the defaults of the scenario format.
package struct Conditions: Hashable, Sendable {
  package var catalog: Catalog
  /// The end of the run, at which the charges are judged.
  package var horizon = Delay.seconds(14 * 86_400)
  package var device = DeviceConditions()
  package var store = StoreConditions()
  package var backend = BackendConditions()
  package var behavior = Behavior()
  /// The fixed level of every wait with jitter, from 0 (shortest) to 1 (longest) (C7); nil: drawn.
  /// The format has no key for it: it is a half in runs without random draws.
  package var jitterLevel: Double?
  /// Outages that start for all users at the same instant.
  package var outages: [Outage] = []
  /// The requests of a team's own client besides orders and goods.
  package var calls: [NamedCall] = []
  /// The maximum delays of deliveries that are counted (metric `within`), ascending.
  package var deadlines: [Delay] = []
  package init(catalog: Catalog) { self.catalog = catalog }
}

/// The delays of the device.
package struct DeviceConditions: Hashable, Sendable {
  /// The delay from the opening of the app to its readiness.
  package var launch = Distribution.constant(.seconds(1))
}

/// The behavior of the store (S, K, G).
package struct StoreConditions: Hashable, Sendable {
  /// The delay from the confirmation of a sheet to the charge (S2).
  package var processing = Distribution.lognormal(median: .seconds(2), sigma: 0.5)
  /// The delay from a change in the store to the callback (S1).
  package var callback = Distribution.constant(.milliseconds(200))
  /// How often a blocked second purchase calls the old `purchased` back (S5). [I]
  package var repurchaseReplayProbability = Probability.never
  /// Whether a return from the background is like an attachment (S3). [A]
  package var redeliversOnForeground = false
  /// Whether unfinished transactions appear on a new device (S3).
  package var unfinishedSurviveNewDevice = true
  /// Whether a confirmation needs the link (D3).
  package var confirmationNeedsNetwork = false
  /// How often `updates` also delivers a purchase that its call has returned (K3). [I]
  package var echoProbability = Probability.never
  /// The delay from the live call to that echo.
  package var echoAfter = Delay.seconds(2)
  /// The delay from the charge to the refund without acknowledgement or consumption (G10).
  package var acknowledgeWithin = Delay.seconds(3 * 86_400)
  /// The time for which a requested approval can be given (S9).
  package var approvalTimeLimit = Delay.seconds(86_400)
}

/// The durations of requests to the backend.
package struct BackendConditions: Hashable, Sendable {
  /// The round trip of `createOrder`, and of each request about records (`records.in`).
  package var order = Distribution.constant(.milliseconds(300))
  /// The round trip of `verify`, without the store's check.
  package var verify = Distribution.constant(.milliseconds(500))
  /// The store's check of a receipt (B3).
  package var storeCheck = Distribution.constant(.milliseconds(400))
  /// The capacity of one backend for all users (B11); nil: a worker for every request.
  package var capacity: Capacity?
}

/// A named request of a team's own client, which takes time and can fail like any other (D3, D4).
package struct NamedCall: Hashable, Sendable {
  package var name: String
  /// The round trip; a call without its own entry in the scenario takes that of an order.
  package var takes = Distribution.constant(.milliseconds(300))
  /// How often the backend answers with an error.
  package var failureProbability = Probability.never
  /// The answer otherwise.
  package var answer = ""
  package init(name: String) { self.name = name }
}

/// The behavior of users (P1–P4).
package struct Behavior: Hashable, Sendable {
  /// The delay from the start of the run to the first opening of the app.
  package var startDelay = Distribution.constant(.zero)
  /// The delay from the app's readiness to the tap.
  package var browse = Distribution.constant(.seconds(20))
  /// The delay between the taps of two purchases in one visit; absent: one purchase per visit.
  package var between: Distribution?
  /// The delay from the sheet's appearance to the confirmation or cancellation.
  package var sheet = Distribution.lognormal(median: .seconds(8), sigma: 0.6)
  /// How often a user cancels on the sheet.
  package var cancelProbability = Probability.never
  /// How often a user who cancelled taps again, for the same or another item of the product.
  package var retapProbability = Probability.never
  /// The time of a spinner after which the user kills the app (P2).
  package var patience = Distribution.lognormal(median: .seconds(30), sigma: 0.5)
  /// The delay from a death of the process to the reopening.
  package var reopeningDelay = Distribution.constant(.seconds(60))
  /// The duration of a login (B2).
  package var login = Distribution.constant(.seconds(10))
  /// The duration of a visit after its last tap.
  package var dwell = Distribution.constant(.seconds(120))
  /// The time for which a user who has just paid waits for the goods before leaving (P4).
  package var deliveryWait = Distribution.constant(.seconds(10))
  /// The delay from the start of one visit to the start of the next, at least 1 s (P4).
  package var visitInterval = Distribution.lognormal(median: .seconds(36_000), sigma: 1)
  /// The share of users who never open the app again after a death or a visit.
  package var neverReturningShare = Probability.never
  /// How often the system ends the process after a visit.
  package var evictionProbability = Probability(0.5)
  /// The number of accounts on the device, at least 1.
  package var accountCount = 2
  /// The share of users who are not logged in when the app is first opened (C10).
  package var guestShare = Probability.never
  /// The delay from a guest's first charge to the login that makes goods usable (C10). [000]
  package var guestLogin = Distribution.constant(.seconds(60))
  /// The delay from the charge until missing goods are noticed (P3).
  package var noticeDelay = Distribution.constant(.seconds(120))
  /// The user's reactions to missing goods (P3).
  package var reactions = Reactions()
  /// The maximum number of reactions per intent (P3).
  package var maxReactions = 3
  /// How often a user who sees the recovery page uses it (C9).
  package var recoveryPageProbability = Probability(0.5)
  /// How often a ticket ends in a manual delivery (P3).
  package var supportResolutionProbability = Probability.never
  /// The delay from a ticket to that delivery, if the goods are still missing (P3); *guess*.
  package var supportAfter = Distribution.lognormal(median: .seconds(86_400), sigma: 1)
  package init() {}
}

/// The shares of the reactions to missing goods (P3); they add up to 1.
package struct Reactions: Hashable, Sendable {
  /// One reaction to missing goods (P3).
  package enum Kind: String, CaseIterable, Sendable {
    case nothing
    /// Taps the same item again.
    case retap
    /// Kills the app and opens it again.
    case relaunch
    /// Deletes the app and installs it again.
    case reinstall
    /// Writes to support, which may deliver manually.
    case support
  }

  /// The share of each kind, in the order of ``Kind``'s cases.
  package var shares: [Double]

  /// Creates reactions of users who do nothing.
  package init() { shares = [1, 0, 0, 0, 0] }

  package func share(of kind: Kind) -> Double {
    zip(Kind.allCases, shares).first { $0.0 == kind }?.1 ?? 0
  }

  /// Whether users only wait.
  package var isPassive: Bool { shares[0] == 1 }
}

/// An outage that starts for all users at the same instant of simulated time.
package struct Outage: Hashable, BitwiseCopyable, Sendable {
  /// The service that is out.
  package enum Target: String, CaseIterable, BitwiseCopyable, Sendable {
    /// Requests to the backend time out.
    case backend
    /// The store's check of receipts fails (B3).
    case storeCheck
  }

  package var target: Target
  package var start: Instant
  package var lasts: Delay

  package init(of target: Target, from: Instant, lasts: Delay) {
    (self.target, self.start, self.lasts) = (target, from, lasts)
  }
}
