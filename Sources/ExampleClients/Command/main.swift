import ExampleClients
import LostOrder

// The command with the example clients of this package, which 'scenarios/clients/clients.json'
// uses.
LostOrder.main(clients: [
  "order-first": { OrderFirstClient(device: $0) },
  "token": { TokenClient(device: $0) },
  "keep": { KeepClient(device: $0) },
  "play": { PlayClient(device: $0) },
  "zero-loss-1.0": { ZeroLossClient(device: $0, wipesOnFailure: true) },
  "zero-loss-1.2": { ZeroLossClient(device: $0, wipesOnFailure: false) },
])
