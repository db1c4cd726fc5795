import Testing

@testable import Cardmill

@Suite struct MojibakeTests {
  @Test(arguments: [
    ("MÃ¼ller", "Ã¼", "ü"), ("JosÃ©", "Ã©", "é"), ("Ã–zil", "Ã–", "Ö"),
    ("voilÃ\u{A0}", "Ã\u{A0}", "à"),
    ("10 Â°C", "Â°", "°"), ("donâ€™t", "â€™", "’"), ("5 â‚¬", "â‚¬", "€"), ("DvoÅ™Ã¡k", "Å™", "ř"),
    ("MiloÅ¡", "Å¡", "š"), ("ðŸ˜€", "ðŸ˜€", "😀"), ("ÐœÐ°Ñ€Ð¸Ñ", "Ðœ", "М"),
    ("å¼\u{A0}ä¸‰", "å¼\u{A0}", "张"),
    ("Î‘Î¸Î®Î½Î±", "Î‘", "Α"),
  ])
  func `finds what was read wrongly`(_ text: String, _ written: String, _ meant: String) {
    #expect(text.withView { Mojibake.first(in: $0) } == Mojibake(written: written, meant: meant))
  }

  @Test(arguments: [
    "", "Ana Ruiz", "Jörg Müller", "São Tomé", "NÃO", "„Spaß“ und „Gruß“", "« CAFÉ » et « THÉ »",
    "« Société »\u{A0}: « été »", "fiancé”…", "MANHÃ…", "Größe: 10 × 20 µm", "Ñandú", "Ångström",
    "ÐŸ", "Dvořák", "Мария", "Αθήνα", "張三", "e\u{301}", "CAFÉ\u{A0}»", "Õ° is rare",
  ])
  func `leaves good text alone`(_ text: String) {
    #expect(text.withView { Mojibake.first(in: $0) } == nil)
  }
}
