import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@Suite struct BuiltInDesignTests {
  @Test(arguments: BuiltInDesign.all) func `a design has a description of one sentence and sources`(
    builtIn: BuiltInDesign
  ) {
    #expect(builtIn.title.hasSuffix(".") && builtIn.title.utf8.count <= 100)
    #expect(!builtIn.references.isEmpty)
  }

  @Test(arguments: BuiltInDesign.all) func `a design that is written out reads back unchanged`(
    builtIn: BuiltInDesign
  ) throws {
    var written = builtIn
    written.design.name = "copy"
    let text = #"{ "name": "s", "designs": [\#(written.output.text)] }"#
    expectEqual(problems(text), [])
    expectEqual(scenario(text)?.designs, [written.design])
  }

  @Test func `the built-in designs equal the golden file, with every default written out`() throws {
    let text = BuiltInDesign.all.map(\.output.text).joined()
    #expect(try Golden.difference(text, "designs.txt") == nil)
  }
}
