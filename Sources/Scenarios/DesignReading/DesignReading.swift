import JSONText
import PurchaseWorld

/// Reads the designs of a file in order: later designs can extend earlier ones.
struct DesignReading {
  /// The designs that can be named and extended without a declaration.
  let builtIn: [Design]
  /// The designs of the file so far, without abstract ones.
  private(set) var designs: [Design] = []
  /// The abstract designs so far, which others can extend.
  private var parents: [Design] = []
  /// The names of declared but invalid designs; an empty string for a design without a name.
  private var unreadable: [String] = []
  private var names: Set<String> = []
  /// The updates of designs, each with the indices of the members of its grid.
  private var updates: [(draft: UpdateDraft, designs: Range<Int>)] = []

  static let maximum = 1_000

  init(extending builtIn: [Design]) { self.builtIn = builtIn }

  mutating func read(_ value: FileValue) {
    guard let list = value.list(.other("a list of designs")) else { return }
    if list.isEmpty {
      value.report("the list of designs is empty", expected: "at least one design")
    }
    for element in list where names.count <= DesignReading.maximum { readElement(element) }
    if names.count > DesignReading.maximum {
      value.reportSemanticProblem("more than \(DesignReading.maximum) designs", expected: "fewer")
    }
    if designs.isEmpty, unreadable.isEmpty, !parents.isEmpty {
      value.reportSemanticProblem(
        "every design is abstract", expected: "at least one that is simulated")
    }
    readUpdates()
  }

  /// Looks up the targets of updates, which can be after them in the file.
  private mutating func readUpdates() {
    let updating = updates.flatMap { designs[$0.designs].map(\.name) }
    for (draft, places) in updates {
      for place in places {
        designs[place].update = draft.update(of: designs[place], in: self, updating: updating)
        // A problem is reported only for the first member of a grid.
        if designs[place].update == nil { break }
      }
    }
  }

  /// Whether a name can be that of an invalid design, so that it is not reported as unknown.
  func mayBeUnreadable(_ name: String) -> Bool {
    unreadable.contains { $0.isEmpty || name == $0 || name.hasPrefix($0 + " ") }
  }

  /// Reads the name of a design and returns its index; nil for an invalid design, without a
  /// problem.
  func index(of value: FileValue) -> Int? {
    let names = designs.map(\.name)
    if let name = value.json.string, !names.contains(name), names.isEmpty || mayBeUnreadable(name) {
      return nil
    }
    return value.index(among: names, "design", because: abstractDesignMessage(value))
  }

  /// The message for the name of an abstract design; nil for any other name.
  func abstractDesignMessage(_ value: FileValue) -> Phrase? {
    parents.first { $0.name == value.json.string }.map {
      "design \($0.name.quoted) is abstract, so it is not simulated"
    }
  }

  /// Reads one element of the list: a name or an object.
  mutating func readElement(_ value: FileValue) {
    if let members = value.json.members { return readObject(value, members) }
    let names = builtIn.map(\.name)
    guard let name = value.json.string else {
      unreadable.append("")
      return value.reportMismatch(.other("the name of a built-in design or an object"))
    }
    guard let index = names.firstIndex(of: name) else {
      _ = value.choice(names, called: "design")
      unreadable += [name, NearestName.of(name, among: names) ?? name]
      return
    }
    add(builtIn[index], from: value)
  }

  private mutating func add(_ design: Design, isAbstract: Bool = false, from value: FileValue) {
    if names.insert(design.name).inserted {
      if isAbstract { parents.append(design) } else { designs.append(design) }
    } else {
      value.reportSemanticProblem(
        "design \(design.name.quoted) appears twice", expected: "each design once")
    }
  }

  private mutating func readObject(_ value: FileValue, _ members: [JSONMember]) {
    var head = DesignHead()
    let before = value.log.count
    let axes = value.axes(members, into: &head)
    if !value.has("name") { value.report("'name' is missing", expected: ValueKind.name.phrase) }
    if let name = head.name?.value, builtIn.contains(where: { $0.name == name }) {
      head.name?.place?.reportSemanticProblem(
        "\(name.quoted) is a built-in design", expected: "a unique name")
    }
    let base = base(head)
    var design = base ?? Design(name: "")
    design.name = head.name?.value ?? ""
    for axis in axes { axis.field.read(axis.value, &design) }
    if let client = head.client { ClientDraft.readClient(client, &design) }
    if let scheduling = head.scheduling { ClientDraft.readScheduling(scheduling, &design) }
    if let interleaving = head.interleaving { ClientDraft.readInterleaving(interleaving, &design) }
    if design.client != nil { refuseAxes(axes, head) }
    let grid = head.vary.map { Grid($0, given: axes) } ?? Grid()
    let update = head.updates.map { UpdateDraft($0) }
    if head.isAbstract {
      head.updates?.reportSemanticProblem(
        "an abstract design is not simulated, so it cannot be updated",
        expected: "'updates' in the designs that extend it")
    }
    if base != nil, value.log.count == before {
      let first = designs.count
      addMembers(of: grid, around: design, isAbstract: head.isAbstract, from: value, axes)
      if let update { updates.append((update, first..<designs.count)) }
    } else {
      unreadable.append(design.name)
    }
  }

  /// Reports axes and updates of a design whose client is custom code.
  private func refuseAxes(_ axes: [GivenAxis], _ head: DesignHead) {
    let expected: Phrase = "only 'store', 'ui', 'retry.timeout' and 'server' together with 'client'"
    for axis in axes where !ClientDraft.isFree(axis.field.name) {
      axis.value.reportSemanticProblem(
        "the client's code decides \(axis.field.name.quoted)", expected: expected)
    }
    head.updates?.reportSemanticProblem(
      "a design with 'client' cannot have 'updates'", expected: expected)
  }

  /// The design that another extends, or the defaults of all axes.
  private func base(_ head: DesignHead) -> Design? {
    guard let value = head.extends, let name = value.json.string else { return Design(name: "") }
    let known = builtIn + parents + designs
    let names = known.map(\.name)
    if !names.contains(name), mayBeUnreadable(name) { return nil }
    return value.index(
      among: names, "design", maximum: 30,
      otherwise: "a built-in design or an earlier design of this file"
    ).map { known[$0] }
  }

  /// Adds all members of a grid; a rule that several members break is reported once.
  ///
  /// An abstract design may break rules; the designs that extend it must not.
  private mutating func addMembers(
    of grid: Grid, around design: Design, isAbstract: Bool, from value: FileValue,
    _ axes: [GivenAxis]
  ) {
    var kept = isAbstract ? [] : InvalidCombination.all
    for member in grid.members(around: design) {
      kept.removeAll { rule in
        let isBroken = rule.tie.isBroken(member)
        if isBroken { rule.report(member, from: value, axes + grid.axes) }
        return isBroken
      }
      add(member, isAbstract: isAbstract, from: value)
    }
  }

  static let shape = ValueShape.any(of: [
    .value(.choice(BuiltInDesign.all.map(\.design.name))), .named("design", object),
  ])

  private static let object: ValueShape = {
    let axes = DesignAxes.all.map { field in
      with(field.key(in: Design(name: ""))) { key in
        key.shape = .named("axis." + key.name, key.shape)
        key.defaultDescription = "the value of the extended design"
      }
    }
    let groups = DesignAxes.groups.map { group in
      let members = axes.filter { $0.name.hasPrefix(group.name + ".") }.map { axis in
        with(axis) { $0.name.removeFirst(group.name.count + 1) }
      }
      return Key(
        name: group.name, shape: .named("axes." + group.name, .object(KeySet(members))),
        summary: group.summary)
    }
    let varied = axes.map { axis in
      with(axis) { axis in
        axis.kind = .other("a list of values")
        axis.shape = .list(axis.shape, 1...FileValue.maxListLength)
        (axis.defaultValue, axis.defaultDescription) = (nil, nil)
      }
    }
    let head = KeySet(DesignHead.fields, DesignHead()).keys.map { key in
      key.name != "vary"
        ? key : with(key) { $0.shape = .object(KeySet(varied, count: 1...varied.count)) }
    }
    return .object(KeySet(head + groups + axes))
  }()
}

/// The keys of a design object other than axes.
struct DesignHead {
  var name: ReadValue<String>?
  var title: String?
  var from: [String]?
  var isAbstract = false
  var extends, vary, updates, client, scheduling, interleaving: FileValue?

  static let fields: [Field<DesignHead>] = [
    Field("name", .name, given: \.name, "the name of the design in the results").required,
    Field("title", .line, \.title, "a title for people: what the design is"),
    Field("from", .list(of: .line), \.from, "the sources of the design"),
    Field("extends", .named, \.extends, "the design whose values are the defaults of all axes"),
    .boolean(
      "abstract", \.isAbstract,
      "whether the design is not simulated and only serves as a base for other designs"),
    Field(
      "vary", .later(.other("an object of lists")), \.vary,
      "the axes to vary, each with a list of values"),
    UpdateDraft.field,
    Field(
      "client", .named, \.client, "a client of your own, whose code replaces the axes of the app"),
    Field(
      "scheduling", .later(.choice(Scheduling.allCases.map(\.rawValue))), \.scheduling,
      "the order in which the client's ready tasks run: first ready first, or random"),
    Field(
      "interleaving", .later(.integer(1...Design.maxInterleavingNumber)), \.interleaving,
      "the number of the random task order, the same for every user"),
  ]
}

/// An axis and the value that an object gives it.
typealias GivenAxis = (field: Field<Design>, value: FileValue)

extension FileValue {
  /// Splits a design object into its head and its axes, which can be dotted or nested.
  fileprivate func axes(_ members: [JSONMember], into head: inout DesignHead) -> [GivenAxis] {
    let groups = DesignAxes.groups.map(\.name)
    let names = DesignAxes.all.map(\.name)
    let known = DesignHead.fields.map(\.name) + names.filter { !$0.contains(".") } + groups
    var axes: [GivenAxis] = []
    for member in unique(members) {
      if let field = DesignHead.fields.first(where: { $0.name == member.key }) {
        field.read(child(member), &head)
      } else if groups.contains(member.key) {
        child(member).nestedAxes(member.key + ".", into: &axes)
      } else if !take(member, as: member.key, into: &axes) {
        reportUnknown(member, among: known, suggesting: names)
      }
    }
    return axes
  }

  private func nestedAxes(_ prefix: String, into axes: inout [GivenAxis]) {
    for member in members() ?? [] where !take(member, as: prefix + member.key, into: &axes) {
      let names = DesignAxes.all.map(\.name).filter { $0.hasPrefix(prefix) }
      reportUnknown(member, among: names.map { String($0.dropFirst(prefix.count)) })
    }
  }

  /// Stores the value of an axis if the name is an axis; an axis that is given twice is reported.
  private func take(_ member: JSONMember, as name: String, into axes: inout [GivenAxis]) -> Bool {
    guard let field = DesignAxes.all.first(where: { $0.name == name }) else { return false }
    if let first = axes.first(where: { $0.field.name == name }) {
      key(of: member).reportSemanticProblem(
        "axis \(name.quoted) is given twice",
        expected: "it once (first on line \(first.value.json.position.line))")
      // The repeated value is also checked, so that all problems are reported at once.
      var probe = Design(name: "")
      field.read(child(member), &probe)
    } else {
      axes.append((field, child(member)))
    }
    return true
  }
}
