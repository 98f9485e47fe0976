import JSONText
import Reports

/// What has to do with a team's own clients.
extension Subcommand {
  static let newClient = Subcommand(
    .newClient, "write a package with a purchase client of your own to start from",
    takes: Operands(usage: "NAME", count: 1...1, value: .text, wanted: "a name"),
    options: [.package],
    notes: [
      "Writes the folder NAME: a package with a client in Swift concurrency (StoreKit 2, an order first), the",
      "command that plays it, a gate, tests, and StoreKit of the system for the app. NAME becomes a module.",
      "Nothing is written if anything is there already. The package names LostOrder by a path: PATH, or where",
      "this command was built, as seen from NAME; or '../LostOrder' where that is not known.",
    ],
    examples: ["lostorder new-client Shop"])
}
