// swift-tools-version: 6.2
import PackageDescription

/// Set in automated checks; the value "assertions" also keeps assertions in a release.
let checks = Context.environment["LOSTORDER_CHECKED"]

/// Omits debug information, which takes a tenth of the build time of a release. The package manager
/// adds its own option after this one, so this one is passed to the frontend.
func withoutDebugInformation(_ condition: BuildSettingCondition? = nil) -> SwiftSetting {
  .unsafeFlags(["-Xfrontend", "-gnone"], condition)
}

/// Makes warnings errors, omits debug information, and lets tests with testable imports use the
/// release build of the command.
let checked: [SwiftSetting] = [
  .treatAllWarnings(as: .error), withoutDebugInformation(),
  .unsafeFlags(
    ["-enable-testing"] + (checks == "assertions" ? ["-assert-config", "Debug"] : []),
    .when(configuration: .release)),
]

/// Language features that make the cost of imports and existentials visible.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    withoutDebugInformation(.when(configuration: .release)),
  ] + (checks == nil ? [] : checked)

/// Tests simulate millions of users and read megabytes. The modules that do this are optimised in
/// debug builds too, with all their assertions.
let optimised: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2"],
    .when(configuration: .debug))
]

/// A simulation would check hundreds of times whether accesses overlap, on its one thread. Only
/// debug builds check this.
let exclusive: [SwiftSetting] = [
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

/// Modules that read scenarios, arrange runs and write reports are not optimised even in a release,
/// nor are the tests. They need little time beside the simulations, and compile in a quarter of the
/// time.
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Exports the functions that replace functions of the system's libraries, so that the libraries
/// find them.
let replacing: [LinkerSetting] = [
  .unsafeFlags(
    [
      "clock_gettime", "time", "gettimeofday", "nanosleep", "clock_nanosleep", "usleep", "sleep",
      "syscall", "swift_stdlib_random", "_foundation_uuid_generate_random", "getpid", "exit",
      "_exit", "_Exit", "quick_exit", "pthread_exit", "chdir", "fchdir",
    ].flatMap {
      ["-Xlinker", "--export-dynamic-symbol=\($0)"]
    }, .when(platforms: [.linux]))
]

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  exclude: [String] = [], resources: [Resource]? = nil, isHot: Bool = false, isCold: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
    swiftSettings: settings + (isHot ? optimised : []) + (isCold ? unoptimised : []))
}

func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], isHot: Bool = false
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.target(name: name), "TestSupport"] + dependencies,
    swiftSettings: settings + (isHot ? [] : unoptimised))
}

/// Dependencies of small modules. They do not use `EventEngine`, but build after it, so that
/// `PurchaseWorld`, which takes longest, starts first.
let afterEventEngine: [Target.Dependency] = ["CLibrary", "EventEngine"]

/// The dependencies of the modules that run simulations, count results and apply methods.
let experiments: [Target.Dependency] = [
  "CLibrary", "EventEngine", "PurchaseWorld", "JSONText", "Scenarios", "Statistics",
]

/// The modules that run experiments, one for each group of methods; they build in parallel.
let methods: [Target.Dependency] = [
  "Execution", "Experiments", "LossAttribution", "ExhaustiveSearch", "DesignSearch", "EventLogs",
  "Fitting", "Methods",
]

let package = Package(
  name: "LostOrder",
  // An app links 'PurchaseClientKit' alone; the simulator is a command.
  platforms: [.macOS(.v26), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "lostorder", targets: ["LostOrderCommand"]),
    .executable(name: "lostorder-clients", targets: ["ExampleCommand"]),
    .library(name: "LostOrder", targets: ["LostOrder"]),
    .library(name: "PurchaseClientKit", targets: ["PurchaseClientKit"]),
  ],
  targets: [
    library("CLibrary"),
    library("EventEngine", ["CLibrary"], isHot: true),
    .target(
      name: "EmbeddedFiles", path: "Sources/Resources/EmbeddedFiles", exclude: ["Files"]),
    .target(
      name: "Resources", dependencies: ["EmbeddedFiles"], exclude: ["EmbeddedFiles"],
      swiftSettings: settings),
    library("PurchaseWorld", ["EventEngine"], isHot: true),
    library("PurchaseClientKit", isHot: true),
    .target(
      name: "OwnClients",
      dependencies: ["CLibrary", "EventEngine", "PurchaseClientKit", "PurchaseWorld"],
      swiftSettings: settings + optimised + exclusive, linkerSettings: replacing),
    .target(
      name: "ExampleClients", dependencies: ["PurchaseClientKit"], exclude: ["Command"],
      swiftSettings: settings + optimised),
    // Partial results are read and checked in every test of shards.
    library("JSONText", afterEventEngine, isHot: true),
    // Most tests read scenarios.
    library(
      "Scenarios", ["CLibrary", "EventEngine", "PurchaseWorld", "JSONText", "Resources"],
      resources: [.embedInCode("Designs"), .embedInCode("Templates")], isHot: true, isCold: true),
    library("Statistics", afterEventEngine, isHot: true),
    library("Execution", experiments, path: "Sources/Experiments/Execution", isHot: true),
    library(
      "ExhaustiveSearch", experiments + ["Execution"],
      path: "Sources/Experiments/Methods/Exhaustive", isHot: true),
    library(
      "EventLogs", experiments + ["Execution"], path: "Sources/Experiments/Methods/Logs",
      isHot: true),
    library(
      "Experiments", experiments + ["Execution"], exclude: ["Execution", "Methods"], isHot: true),
    library(
      "DesignSearch", experiments + ["Experiments", "ExhaustiveSearch"],
      path: "Sources/Experiments/Methods/Search", isHot: true),
    library(
      "Fitting", experiments + ["Experiments"], path: "Sources/Experiments/Methods/Fitting",
      isHot: true),
    // Adds up the losses of every user under every design; unoptimised, this takes more than twice
    // as long.
    library(
      "LossAttribution", experiments + ["Experiments"],
      path: "Sources/Experiments/Methods/Attribution", isHot: true),
    library(
      "Methods", experiments + ["Experiments"], path: "Sources/Experiments/Methods",
      exclude: ["Attribution", "Exhaustive", "Fitting", "Logs", "Search"], isCold: true),
    library(
      "Reports",
      experiments + methods + ["Resources"], isCold: true),
    .target(
      name: "LostOrder",
      dependencies: experiments + methods + [
        "Reports", "Resources", "PurchaseClientKit", "OwnClients",
      ], path: "Sources/lostorder", exclude: ["Command"],
      swiftSettings: settings + unoptimised),
    .executableTarget(
      name: "LostOrderCommand", dependencies: ["LostOrder"], path: "Sources/lostorder/Command",
      swiftSettings: settings),
    .executableTarget(
      name: "ExampleCommand", dependencies: ["LostOrder", "ExampleClients"],
      path: "Sources/ExampleClients/Command", swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["PurchaseWorld"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // The tests measure the speed of a loop against their own loop.
    tests(of: "EventEngine", ["CLibrary"], isHot: true),
    tests(of: "PurchaseWorld", ["EventEngine"]),
    tests(of: "PurchaseClientKit"),
    tests(
      of: "OwnClients",
      [
        "CLibrary", "EventEngine", "PurchaseClientKit", "PurchaseWorld", "ExampleClients",
        "JSONText", "Scenarios",
      ] + methods),
    tests(of: "JSONText"),
    tests(of: "Scenarios", ["EventEngine", "PurchaseWorld", "JSONText"]),
    tests(of: "Statistics"),
    .testTarget(
      name: "ExperimentsTests", dependencies: experiments + methods + ["Reports", "TestSupport"],
      swiftSettings: settings + unoptimised),
    tests(
      of: "Reports",
      experiments + methods + ["Resources"]),
    .testTarget(
      name: "lostorderTests",
      dependencies: methods + [
        "LostOrder", "LostOrderCommand", "TestSupport", "PurchaseWorld", "Scenarios", "Reports",
        "PurchaseClientKit", "ExampleClients",
      ], swiftSettings: settings + unoptimised),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)
