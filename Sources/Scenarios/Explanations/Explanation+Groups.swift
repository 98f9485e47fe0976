import JSONText
import PurchaseWorld

/// Groups of keys: the meaning of each key, and an example of the group.
extension Explanation {
  /// The groups of axes, such as `retry`.
  static let groups: [Explanation] = DesignAxes.groups.map { group in
    let axes = DesignAxes.all.filter { $0.name.hasPrefix(group.name + ".") }
    var explanation = Explanation(
      group.name, .axes, group.summary,
      [
        ("written", "in an object of 'designs', nested or with a dot"),
        ("example", example(of: group.name)),
      ], otherwise: .verbatim("DesignAxes"))
    explanation.values = axes.map { Fact(name: .verbatim($0.name), text: .words($0.summary)) }
    return explanation
  }

  /// Adds to each key that holds other keys their meanings and an example.
  static func grouped(_ keys: [Explanation]) -> [Explanation] {
    keys.map { key in
      var key = key
      let parts = keys.filter { part in
        guard part.name.hasPrefix(key.name + ".") else { return false }
        return !part.name.dropFirst(key.name.count + 1).contains(".")
      }
      key.values = parts.map { Fact(name: .verbatim($0.name), text: $0.meaning) }
      guard let example = example(of: key.name) else { return key }
      // The source stays the last fact.
      key.facts.insert(Fact(name: "example", text: example), at: max(0, key.facts.count - 1))
      return key
    }
  }

  private static func example(of name: String) -> Phrase? { examples[name].map { .verbatim($0) } }

  /// Examples of keys that hold other keys, as members of a scenario or a case, and of groups of
  /// axes, as members of a design.
  package static let examples: [String: String] = [
    "catalog":
      #""catalog": [{ "product": "tier.500", "price": 50000, "items": ["series-a", "series-b"] }]"#,
    "catalog.items":
      #""catalog": [{ "product": "p", "items": ["a", { "item": "b", "weight": 3 }] }]"#,
    "device": #""device": { "launch": "2s" }"#, "store": #""store": { "callback": "200ms" }"#,
    "backend": #""backend": { "verify": { "lognormal": { "median": "500ms", "sigma": 1 } } }"#,
    "backend.capacity":
      #""backend": { "capacity": { "workers": 8, "queue": 200, "service": { "verify": "50ms" } } }"#,
    "backend.capacity.service":
      #""backend": { "capacity": { "service": { "verify": "50ms", "createOrder": "20ms" } } }"#,
    "backend.capacity.normal":
      #""backend": { "capacity": { "normal": { "wait": "1s", "for": "5m" } } }"#,
    "behavior": #""behavior": { "patience": "20s", "guests": 0.1 }"#,
    "behavior.reacts": #""behavior": { "reacts": { "retap": 0.2, "support": 0.3 } }"#,
    "faults":
      #""faults": [{ "fault": "crash", "probability": 0.01, "at": "charge", "after": "1s" }]"#,
    "faults.at": #""faults": [{ "fault": "crash", "probability": 0.01, "at": { "step": 12 } }]"#,
    "outages": #""outages": [{ "of": "backend", "from": "5d", "lasts": "10m" }]"#,
    "calls": #""calls": [{ "name": "config", "takes": "2s", "fails": 0.01 }]"#,
    "designs":
      #""designs": ["keep-2", { "name": "mine", "extends": "keep-2", "finish": "onCallback" }]"#,
    "designs.vary":
      #""designs": [{ "name": "mine", "vary": { "records.in": ["memory", "keychain"] } }]"#,
    "designs.updates":
      #""designs": [{ "name": "mine", "updates": { "atVisit": 2, "to": "keep-2" } }]"#,
    "expect": #""expect": [{ "design": "naive", "metric": "lostRate", "max": 0.01 }]"#,
    "expect.charges": #""plan": [{ "tap": 1 }], "#
      + #""expect": [{ "design": "naive", "charges": [{ "outcome": "delivered" }], "flags": [] }]"#,
    "precision": #""precision": { "halfWidth": 0.0001, "atMost": 1000000 }"#,
    "precision.until": #""precision": { "until": { "expectations": true, "margin": 0.0001 } }"#,
    "sweep": #""sweep": { "value": "behavior.patience", "values": ["10s", "30s", "2m"] }"#,
    "sweep.and": #""sweep": { "value": "behavior.cancels", "values": [0.1, 0.3], "#
      + #""and": { "value": "behavior.accounts", "values": [1, 2] } }"#,
    "fit":
      #""fit": { "design": "naive", "free": [{ "path": "behavior.cancels", "from": 0.1, "to": 0.9 }] }"#,
    "fit.free":
      #""fit": { "design": "naive", "free": [{ "path": "behavior.cancels", "from": 0.1, "to": 0.9 }] }"#,
    "fit.free.prior":
      #""fit": { "design": "naive", "free": [{ "path": "behavior.cancels", "from": 0.1, "to": 0.9, "#
      + #""prior": { "median": 0.6, "sigma": 0.3 } }] }"#,
    "draws": #""draws": { "values": ["behavior.patience"], "sets": [["20s"], ["30s"], ["45s"]] }"#,
    "plan": #""plan": [{ "tap": 1 }, { "fault": "crash", "at": "charge", "reopens": "10m" }]"#,
    "plan.at": #""plan": [{ "tap": 1 }, { "fault": "crash", "at": { "step": 12 } }]"#,
    "records": #""records": { "in": "keychain", "at": ["payment"] }"#,
    "binding": #""binding": { "item": ["payload", "record"], "account": ["record"] }"#,
    "retry": #""retry": { "delays": ["1s", "2s", "4s"], "resumeOn": ["launch", "network"] }"#,
    "server": #""server": { "notifications": true, "reconciliation": "1d" }"#,
  ]
}
