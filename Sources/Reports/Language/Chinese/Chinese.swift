/// The Chinese of everything that is said, by its English.
///
/// Each report and each part of the explanations has a dictionary of its own; the words are those of
/// the articles [000–003].
enum Chinese {
  /// Every phrase with its translation; no phrase stands in two dictionaries.
  static let phrases: [String: String] = [
    words, run, legends, claims, page, sections, moments, faults, trace, baseline, flips,
    explanations, kinds, keys, faultMeanings, designs, values, outcomes, rules,
    glossary,
  ].reduce(into: [:]) { all, phrases in
    all.merge(phrases) { _, _ in preconditionFailure("a phrase has one translation") }
  }
}
