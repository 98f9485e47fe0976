package import JSONText
package import PurchaseWorld

extension Design {
  /// The design as the format writes it, every axis with its value; it reads back to the same design.
  package var output: JSONOutput { output(title: nil, sources: nil) }

  /// The design with what is known about it for people.
  fileprivate func output(title: String?, sources: [String]?) -> JSONOutput {
    var members = [JSONOutput.Member("name", .string(name))]
    if let title { members.append(.init("title", .string(title))) }
    if let sources { members.append(.init("sources", .array(sources.map { .string($0) }))) }
    for axis in DesignAxes.all {
      guard let value = axis.value(in: self) else { continue }
      let path = axis.name.split(separator: ".").map(String.init)
      if path.count == 1 {
        members.append(.init(path[0], value))
      } else {
        Design.put(value, under: path[0], as: path[1], into: &members)
      }
    }
    return .object(members)
  }

  /// Adds a value to the group that was written last, or begins the group.
  private static func put(
    _ value: JSONOutput, under group: String, as name: String,
    into members: inout [JSONOutput.Member]
  ) {
    let member = JSONOutput.Member(name, value)
    if let index = members.lastIndex(where: { $0.key == group }),
      case .object(let before) = members[index].value
    {
      members[index].value = .object(before + [member])
    } else {
      members.append(.init(group, .object([member])))
    }
  }
}

extension BuiltInDesign {
  /// The design as the format writes it, with its title and sources.
  package var output: JSONOutput { design.output(title: title, sources: sources) }
}
