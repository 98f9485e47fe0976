/// How pages look: light and dark, on wide and narrow windows and on paper.
///
/// The colours of parts and curves are those of M. Okabe and K. Ito, "Color universal design" (2008),
/// which people with any colour vision can tell apart.
enum ReportStyle {
  static let text = """
    :root {
      color-scheme: light dark;
      --paper: #ffffff; --raised: #f4f6f9; --ink: #1c2126; --quiet: #5b6570; --rule: #d5dbe2;
      --grid: #e3e8ee; --minor: #f0f3f6; --accent: #0b62b8; --good: #0f7b4d; --bad: #b3261e;
      --open: #8a5a00; --h0: #eef3ee; --h1: #fff3d6; --h2: #fde3a8; --h3: #fac97a; --h4: #f2a14e;
      --h5: #d9702c; --h6: #ad4317; --h7: #76250b;
      --c0: #0072b2; --c1: #e69f00; --c2: #009e73; --c3: #cc79a7; --c4: #56b4e9; --c5: #d55e00;
      --c6: #f0e442; --c7: #8c96a1;
      --letters: "Helvetica Neue", Helvetica, Arial, "PingFang SC", "Microsoft YaHei",
        "Noto Sans CJK SC", "Source Han Sans SC", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14181d; --raised: #1d232a; --ink: #e6eaee; --quiet: #a3adb8; --rule: #38414b;
        --grid: #2a323b; --minor: #20262d; --accent: #6db3f2; --good: #57c793; --bad: #ff8a80;
        --open: #e8b64c; --h0: #1d2a22; --h1: #33301c; --h2: #54431a; --h3: #7a5417; --h4: #a9641a;
        --h5: #d27a2a; --h6: #f09a4d; --h7: #ffc48a; --c0: #2476c2; --c6: #e4d93e; --c7: #7b8692;
      }
    }
    * { box-sizing: border-box }
    body {
      margin: 0 auto; padding: 0 20px 60px; max-width: 1120px; background: var(--paper);
      color: var(--ink); font: 15px/1.5 var(--letters);
    }
    h1 { font-size: 25px; line-height: 1.25; margin: 28px 0 4px; overflow-wrap: anywhere }
    h2 { font-size: 19px; margin: 44px 0 6px; overflow-wrap: anywhere }
    p, li { max-width: 76ch; overflow-wrap: anywhere }
    .sub, .note { color: var(--quiet); margin: 2px 0 10px }
    .verdict {
      border-left: 5px solid var(--quiet); background: var(--raised); padding: 12px 16px;
      font-size: 17px; max-width: none; margin: 16px 0; border-radius: 0 6px 6px 0;
    }
    .verdict.pass { border-color: var(--good) } .verdict.fail { border-color: var(--bad) }
    .verdict.inconclusive { border-color: var(--open) }
    .pass b, b.pass { color: var(--good) } .fail b, b.fail { color: var(--bad) }
    .inconclusive b, b.inconclusive { color: var(--open) }
    nav { margin: 12px 0; line-height: 2 } nav a { margin-right: 14px; white-space: nowrap }
    a { color: var(--accent) }
    code, pre { font: 13px/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono",
      "PingFang SC", "Microsoft YaHei", "Noto Sans Mono CJK SC", monospace }
    pre {
      background: var(--raised); padding: 12px 14px; border-radius: 6px; white-space: pre-wrap;
      overflow-wrap: anywhere; margin: 8px 0;
    }
    figure { margin: 10px 0 }
    details { margin: 8px 0 } summary { cursor: pointer; color: var(--accent) }
    .scroll { overflow-x: auto; max-width: 100% }
    table { border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums }
    caption { text-align: left; color: var(--quiet); padding: 4px 0 }
    th, td { padding: 4px 10px; border-bottom: 1px solid var(--rule); text-align: left;
      vertical-align: top }
    td { min-width: 4.5em } .scroll td { word-break: keep-all }
    th { font-weight: 600 } tbody th { white-space: nowrap } .n { text-align: right;
      white-space: nowrap } .line { white-space: nowrap }
    thead button { all: unset; cursor: pointer; font-weight: 600 }
    thead button:focus-visible { outline: 2px solid var(--accent) }
    th[aria-sort=ascending] button::after { content: " ▲" }
    th[aria-sort=descending] button::after { content: " ▼" }
    .example:target { outline: 2px solid var(--accent); outline-offset: 6px }
    .example h3 { font-size: 15px; margin: 26px 0 2px; overflow-wrap: anywhere }
    .example svg { max-width: 100%; height: auto }
    svg.chart { display: block; max-width: 100%; height: auto }
    svg.chart text { font: 12px var(--letters); fill: var(--ink) }
    svg.chart .name { font-size: 13px } svg.chart .strong { font-weight: 700 }
    svg.chart .number { font-size: 12.5px; font-variant-numeric: tabular-nums }
    svg.chart .number, svg.chart .name { paint-order: stroke; stroke: var(--paper);
      stroke-width: 4px }
    svg.chart .tick, svg.chart .small { font-size: 11px; fill: var(--quiet) }
    svg.chart .column.small, svg.chart .name.small { font-size: 10px; fill: var(--ink) }
    svg.chart .axis, svg.chart .quiet { fill: var(--quiet) }
    .grid { stroke: var(--grid) } .minor { stroke: var(--minor) } .zero { stroke: var(--quiet) }
    .reference { stroke: var(--accent); stroke-dasharray: 5 4; stroke-width: 1.3 }
    .interval { stroke: var(--ink); stroke-width: 1.6 }
    .mark { fill: var(--ink) } .mark.strong { fill: var(--accent) }
    .mark.hollow { fill: var(--paper); stroke: var(--ink); stroke-width: 1.6 }
    .target { fill: transparent; stroke: none } .part { stroke: var(--paper); stroke-width: 0.6 }
    .cell.empty { fill: var(--minor) } svg.chart .cellnumber { font-size: 11.5px }
    svg.chart .linked { text-decoration: underline }
    svg.chart .tiny { font-size: 9px; opacity: 0.8 }
    svg.chart .light { fill: #ffffff } svg.chart a:hover .cell { stroke: var(--accent);
      stroke-width: 2 }
    .curve { fill: none; stroke-width: 1.8 } .curve.target { stroke: transparent;
      stroke-width: 11 } .published { stroke: var(--ink); stroke-width: 2.6;
      stroke-dasharray: 1 5; stroke-linecap: round }
    .d1 { stroke-dasharray: 7 4 } .d2 { stroke-dasharray: 2 3 }
    .d3 { stroke-dasharray: 12 3 2 3 } .d4 { stroke-dasharray: 16 5 }
    .d5 { stroke-dasharray: 8 3 2 3 2 3 }
    .inside { pointer-events: none } svg.chart .inside { font-size: 11px; fill: #14181d }
    svg.chart .t0, svg.chart .t5 { fill: #ffffff }
    \(colours)
    .narrow { display: none !important }
    @media (max-width: 760px) {
      body { padding: 0 14px 40px; font-size: 14.5px }
      .wide { display: none !important } .narrow { display: block !important }
      .example svg { max-width: none; width: 860px }
      h1 { font-size: 21px } .verdict { font-size: 15.5px }
    }
    @media (prefers-color-scheme: dark) {
      svg.chart .light { fill: #14181d } svg.chart .t5 { fill: #14181d }
    }
    @media print {
      body { max-width: none; font-size: 10.5pt } nav, .examples { display: none }
      figure, .verdict, tr { break-inside: avoid } h2 { break-after: avoid }
      .scroll { overflow: visible } table { font-size: 8.5pt }
    }
    """

  /// The classes of the colours.
  private static let colours =
    ((0..<ShareBars.colours).map { ".c\($0) { fill: var(--c\($0)) }" }
    + (0...HeatMap.steps).map { ".h\($0) { fill: var(--h\($0)) }" }
    + (0..<LineChart.colours).map {
      // Yellow lines are hard to see on paper; the grey of the rest takes their place.
      ".l\($0) { stroke: var(--c\($0 == 6 ? 7 : $0)) }"
    }).joined(separator: "\n")
}
