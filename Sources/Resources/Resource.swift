/// What reports are made of that is no code, as bytes: a file of the folder `Files` each.
package enum Resource {
  /// The Chinese of everything that is said, `zh.json`.
  package static var chinese: [UInt8] { PackageResources.zh_json }
  /// How pages look, `report.css`.
  package static var pageStyle: [UInt8] { PackageResources.report_css }
  /// What a page does beyond showing, `report.js`.
  package static var pageScript: [UInt8] { PackageResources.report_js }
  /// How drawings of lives look, `drawing.css`.
  package static var drawingStyle: [UInt8] { PackageResources.drawing_css }
}
