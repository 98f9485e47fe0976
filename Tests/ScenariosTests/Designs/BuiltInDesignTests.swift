import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@Suite struct BuiltInDesignTests {
  @Test(arguments: BuiltInDesign.all) func `a design is described in one sentence with sources`(
    builtIn: BuiltInDesign
  ) {
    #expect(builtIn.title.hasSuffix(".") && builtIn.title.utf8.count <= 100)
    #expect(!builtIn.sources.isEmpty)
  }

  @Test(arguments: BuiltInDesign.all) func `a design that is written out reads back the same`(
    builtIn: BuiltInDesign
  ) throws {
    var written = builtIn
    written.design.name = "copy"
    let text = #"{ "name": "s", "designs": [\#(written.output.text)] }"#
    expectEqual(problems(text), [])
    expectEqual(scenario(text)?.designs, [written.design])
  }

  @Test func `the designs are as they were, with every default spelled out`() throws {
    let text = BuiltInDesign.all.map(\.output.text).joined()
    #expect(try Golden.difference(text, "designs.txt") == nil)
  }
}
