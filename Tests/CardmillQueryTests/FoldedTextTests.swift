import Cardmill
import Testing

@testable import CardmillQuery

@Suite struct FoldedTextTests {
  private func contains(_ text: String, _ part: String) -> Bool {
    text.withView { FoldedText(part).isContained(in: $0) }
  }

  @Test(arguments: [
    ("Ana Ruiz", "a r", true), ("Ana Ruiz", "", true), ("", "a", false), ("a", "ab", false),
    ("aab", "AB", true), ("Größe", "GRÖSSE", true), ("GRÖẞE", "größe", true),
    ("GROSSE", "oß", true),
    ("ﬁnal", "FIN", true), ("oﬃce", "ffi", true), ("ſein", "sein", true), ("İ", "i\u{307}", true),
    ("\u{212A}elvin", "kelvin", true), ("日本語", "本", true), ("日本語", "x", false),
    ("ZÜRX", "zürx", true), ("zu\u{308}rx", "ZÜRX", true), ("zürx", "zu\u{308}r", true),
    ("zürx", "zu", false), ("zu\u{308}rx", "zu", false), ("zu\u{308}zu", "zu", true),
    ("zürx", "rx", true),
    ("Ελλάς", "ΛΆΣ", true), ("Σίσυφος", "ς", true), ("naïve cafe", "cafe", true),
    ("naïve café", "cafe", false), ("ИВАН", "иван", true), ("x\u{301}", "x", false),
  ])
  func `contains`(_ text: String, _ part: String, _ isContained: Bool) {
    #expect(contains(text, part) == isContained)
  }

  @Test func `the quick ways say what folding says`() {
    let pieces = [
      "a", "K", "ß", "ﬁ", "é", "e\u{301}", "ſ", "İ", "ı", "日", " ", "S", "σ", "ẞ", "ŉ", "ffi",
    ]
    var state: UInt64 = 7
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<3_000 {
      let text = (0..<next(8)).map { _ in pieces[next(pieces.count)] }.joined()
      let part = (0..<1 + next(2)).map { _ in pieces[next(pieces.count)] }.joined()
      let wanted = FoldedText.fold(text).contains(FoldedText.fold(part))
      #expect(contains(text, part) == wanted, "\(text) \(part)")
      let isEqual = FoldedText.fold(text) == FoldedText.fold(part)
      #expect(text.withView { FoldedText(part).equals($0) } == isEqual, "\(text) \(part)")
    }
  }
}
