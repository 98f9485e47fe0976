import Testing

@testable import Reports

@Suite("LineChart") struct LineChartTests {
  @Test("curves differ in colour or dashes, and the style sheet defines every kind of both")
  func styles() {
    let count = LineChart.colours * LineChart.dashes
    let axis = LineChart.Axis(kind: .linear, domain: 0...1, title: "value")
    let chart = LineChart(
      series: (0..<count).map { .init(name: "curve \($0)", points: [(0, 0), (1, 1)]) },
      x: axis, y: axis, label: "curves")
    let styles = Set(chart.svg.matches(of: /class="(curve l\d+ d\d+)"/).map { String($0.1) })
    #expect(styles.count == count && count >= 40)
    for dash in 1..<LineChart.dashes {
      #expect(PageParts.style.contains(".d\(dash) { stroke-dasharray:"))
    }
    for colour in 0..<LineChart.colours {
      #expect(PageParts.style.contains(".l\(colour) { stroke: "))
    }
    for colour in 0..<ShareBars.colours {
      #expect(PageParts.style.contains(".p\(colour) { fill: #"))
    }
    for colour in 0..<DesignMark.colours {
      #expect(PageParts.style.contains(".m\(colour) { fill: var(--c"))
    }
    for step in 0...HeatMap.steps {
      #expect(PageParts.style.contains(".h\(step) { fill: var(--h\(step)) }"))
    }
  }
}
