import Experiments
package import Methods
import JSONText
import Scenarios

/// Mutants as JUnit XML: `mutation.xml`.
///
/// A scenario is a suite with its kill ratio as a property, and a gated design is a case. A case
/// fails if a mutant of its design survived and the scenario's ratio is below the required ratio.
package enum MutationXML {
  /// - Parameter found: results of each scenario, with the path of its file.
  /// - Parameter least: the required kill ratio, from 0 to 1.
  package static func text(
    _ found: [(findings: MutationFindings, path: String)], least: Double
  ) -> String {
    let all = found.map { suite($0.findings, $0.path, least) }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="lostorder mutate" tests="\(all.reduce(0) { $0 + $1.tests })" \
      failures="\(all.reduce(0) { $0 + $1.failures })" errors="0">
      \(all.map(\.text).joined())</testsuites>

      """
  }

  private static func suite(
    _ found: MutationFindings, _ path: String, _ least: Double
  ) -> (text: String, tests: Int, failures: Int) {
    let name = found.name.escapingMarkup
    let isLow = !found.hasSingleCountedMutant && found.killRatio.map { $0 < least } ?? false
    let failing = found.designs.count { isLow && $0.count(.survived) > 0 }
    let cases = found.designs.map { design -> String in
      let head = "<testcase name=\"\(design.name.escapingMarkup)\" classname=\"\(name)\""
      let lines = survivors(of: design)
      if lines.isEmpty { return head + "/>\n" }
      let text = lines.joined(separator: "\n").escapingMarkupLines
      let count = "\(lines.count) of \(design.counted) mutants survived"
      let element =
        isLow
        ? "<failure type=\"survived\" message=\"\(count)\">\(text)</failure>"
        : "<system-out>\(text)</system-out>"
      return "\(head)>\n\(element)\n</testcase>\n"
    }
    let ratio = found.killRatio.map { JSONOutput.share($0).line } ?? ""
    let text = """
      <testsuite name="\(name)" tests="\(found.designs.count)" failures="\(failing)" errors="0" \
      skipped="0" file="\(path.escapingMarkup)">
      <properties>
      <property name="seed" value="\(found.seed)"/>
      <property name="users" value="\(found.isCase ? 1 : found.users)"/>
      <property name="version" value="\(Version.current)"/>
      <property name="killed" value="\(found.killed)"/>
      <property name="counted" value="\(found.counted)"/>
      <property name="killRatio" value="\(ratio)"/>
      </properties>
      \(cases.joined())</testsuite>

      """
    return (text, found.designs.count, failing)
  }

  private static func survivors(of design: MutationFindings.Design) -> [String] {
    design.mutants.filter { $0.status == .survived }.map { mutant in
      mutant.axes.map { "\($0.name) \($0.from) → \($0.to)" }.joined(separator: ", ")
    }
  }
}
