/// Help notes about your own clients.
extension CommandEntry {
  static let notesOnClients = [
    "--client writes a package to the folder NAME: a client in Swift concurrency (StoreKit 2, order",
    "first), the command that simulates it, a gate, tests, and an adapter to the system's StoreKit for",
    "the app. NAME becomes a module. Writes nothing if one of the files exists.",
    "The package depends on LostOrder by a relative path: PATH, or the folder where this command was",
    "built, or '../LostOrder' if that folder is unknown.",
  ]
}
