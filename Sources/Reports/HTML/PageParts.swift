import Resources

/// How pages and drawings look and what they do.
///
/// The colours of parts (`.c0` …) and curves (`.l0` …) are those of M. Okabe and K. Ito, "Color
/// universal design" (2008), which people with any colour vision can tell apart. Yellow lines are hard
/// to see on paper; the grey of the rest takes their place.
enum PageParts {
  /// How pages look: light and dark, on wide and narrow windows and on paper.
  static let style = text(Resource.pageStyle)
  /// What a page does beyond showing: tables sort, links open what they lead to.
  static let script = text(Resource.pageScript)
  /// How drawings of lives look, on pages and alone.
  static let drawingStyle = text(Resource.drawingStyle)

  /// The text of a file without its last line feed.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
