/// What has to do with a team's own clients.
extension CommandEntry {
  static let notesOnClients = [
    "With --client it writes the folder NAME: a package with a client in Swift concurrency (StoreKit 2, an",
    "order first), the command that plays it, a gate, tests, and StoreKit of the system for the app. NAME",
    "becomes a module. Nothing is written if anything is there already. The package names LostOrder by a",
    "path: PATH, or where this command was built, as seen from NAME; or '../LostOrder' where that is not",
    "known.",
  ]
}
