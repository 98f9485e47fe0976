package import EventEngine

/// Everything about the world that is the same for every user and every design of a scenario.
///
/// Initial values are the defaults of the scenario format.
package struct Conditions: Hashable, Sendable {
  package var catalog: Catalog
  /// When the run ends and the charges are judged.
  package var horizon = Delay.seconds(14 * 86_400)
  package var device = DeviceConditions()
  package var store = StoreConditions()
  package var backend = BackendConditions()
  package var behavior = Behavior()
  /// Where between its shortest and its longest every wait with jitter ends, from 0 to 1 (C7); nil where
  /// luck decides each anew. The format has no key for it: it is a half where there is no luck.
  package var jitter: Double?
  /// Outages that strike all users at the same instant.
  package var outages: [Outage] = []
  /// What a team's own client may ask of the backend beside orders and goods.
  package var calls: [NamedCall] = []
  /// Delays within which charges must be delivered to be counted (metric `within`), ascending.
  package var deadlines: [Delay] = []
  package init(catalog: Catalog) { self.catalog = catalog }
}

/// What the device takes.
package struct DeviceConditions: Hashable, Sendable {
  /// From the opening of the app to its readiness.
  package var launch = Distribution.constant(.seconds(1))
}

/// How the store behaves (section 2).
package struct StoreConditions: Hashable, Sendable {
  /// From the confirmation of a sheet to the charge (S2).
  package var processing = Distribution.lognormal(median: .seconds(2), sigma: 0.5)
  /// From a change in the store to the callback (S1).
  package var callback = Distribution.constant(.milliseconds(200))
  /// How often a blocked second purchase calls the old `purchased` back (S5). [I]
  package var repurchaseReplays = Chance.never
  /// Whether a return from the background is like an attachment (S3). [A]
  package var redeliversOnForeground = false
  /// Whether unfinished transactions appear on a new device (S3).
  package var survivesNewDevice = true
  /// Whether a confirmation needs the link (D3).
  package var usesLink = false
  /// How often a purchase that its call has returned comes by `updates` too (K3). [I]
  package var echo = Chance.never
  /// From the live call to that echo.
  package var echoAfter = Delay.seconds(2)
  /// From the charge to the refund of what was neither acknowledged nor consumed (G10).
  package var acknowledgeWithin = Delay.seconds(3 * 86_400)
  /// From the request of an approval until it can no longer be given (S9).
  package var approvalExpires = Delay.seconds(86_400)
}

/// How long requests to the backend take.
package struct BackendConditions: Hashable, Sendable {
  /// The round trip of `createOrder`, and of each request about records (`records.in`).
  package var order = Distribution.constant(.milliseconds(300))
  /// The round trip of `verify`, without the store's check.
  package var verify = Distribution.constant(.milliseconds(500))
  /// The store's check of a receipt (B3).
  package var storeCheck = Distribution.constant(.milliseconds(400))
  /// What one backend can do for all users at once (B11); nil: it has a worker for whoever asks.
  package var capacity: Capacity?
}

/// Something that a team's own client asks of the backend by a name of the team's: it is there to take its time and
/// to fail, like any request (D3, D4).
package struct NamedCall: Hashable, Sendable {
  package var name: String
  /// The round trip; without the name among the calls of a scenario that of an order.
  package var takes = Distribution.constant(.milliseconds(300))
  /// How often the backend answers with an error.
  package var fails = Chance.never
  /// What it answers otherwise.
  package var answers = ""
  package init(name: String) { self.name = name }
}

/// What users do (section 6).
package struct Behavior: Hashable, Sendable {
  /// From the start of the run to the first opening of the app.
  package var starts = Distribution.constant(.zero)
  /// From the app's readiness to the tap.
  package var browse = Distribution.constant(.seconds(20))
  /// From the tap of one purchase to the next in the same visit; absent: one purchase a visit.
  package var between: Distribution?
  /// From the sheet's appearance to the confirmation or cancellation.
  package var sheet = Distribution.lognormal(median: .seconds(8), sigma: 0.6)
  /// How often a user cancels on the sheet.
  package var cancels = Chance.never
  /// How often a user who cancelled taps again, for the same or another item of the product.
  package var reconsiders = Chance.never
  /// How long a spinner may turn before the user kills the app (P2).
  package var patience = Distribution.lognormal(median: .seconds(30), sigma: 0.5)
  /// From a death of the process to the reopening.
  package var reopens = Distribution.constant(.seconds(60))
  /// How long a login takes (B2).
  package var login = Distribution.constant(.seconds(10))
  /// How long a visit lasts after its last tap.
  package var dwell = Distribution.constant(.seconds(120))
  /// How long a user who has just paid looks for the goods before leaving (P4).
  package var waits = Distribution.constant(.seconds(10))
  /// From the start of one visit to the start of the next, at least 1 s (P4).
  package var gap = Distribution.lognormal(median: .seconds(36_000), sigma: 1)
  /// The share of users who never open the app again after a death or a visit.
  package var neverReturns = Chance.never
  /// How often the system ends the process after a visit.
  package var evicted = Chance(0.5)
  /// The accounts on the device, at least 1.
  package var accounts = 2
  /// The share of users who are not logged in when the app is first opened (C10).
  package var guests = Chance.never
  /// From a guest's first charge to the login; goods can only be used after it (C10). [000]
  package var guestLogin = Distribution.constant(.seconds(60))
  /// From the charge to the moment at which missing goods are noticed (P3).
  package var notices = Distribution.constant(.seconds(120))
  /// What a user does about missing goods (P3).
  package var reacts = Reactions()
  /// How many reactions one intent can have (P3).
  package var reactions = 3
  /// How often a user who sees the recovery page tries from there (C9).
  package var usesRecoveryPage = Chance(0.5)
  /// How often a ticket ends in a delivery by hand (P3).
  package var supportResolves = Chance.never
  /// From a ticket to that delivery, if the goods have not come by then (P3); *guess*.
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
    /// Writes to support, which may deliver by hand.
    case support
  }

  /// The share of each kind, in the order of ``Kind``'s cases.
  package var shares: [Double]

  /// Makes a user base that does nothing.
  package init() { shares = [1, 0, 0, 0, 0] }

  package func share(of kind: Kind) -> Double {
    zip(Kind.allCases, shares).first { $0.0 == kind }?.1 ?? 0
  }

  /// Whether users do nothing but wait.
  package var isPassive: Bool { shares[0] == 1 }
}

/// An outage that strikes all users at the same instant of simulated time.
package struct Outage: Hashable, BitwiseCopyable, Sendable {
  /// What is out.
  package enum Target: String, CaseIterable, BitwiseCopyable, Sendable {
    /// Requests to the backend time out.
    case backend
    /// The store's check of receipts fails (B3).
    case storeCheck
  }

  package var target: Target
  package var from: Instant
  package var lasts: Delay

  package init(of target: Target, from: Instant, lasts: Delay) {
    (self.target, self.from, self.lasts) = (target, from, lasts)
  }
}
