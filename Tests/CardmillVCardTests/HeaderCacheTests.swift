import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillVCard

/// Headers that were seen before are not taken apart again; that must never show.
@Suite struct HeaderCacheTests {
  /// Cards are read together and each alone; both must give the same.
  private func check(_ cards: [Cards], sourceLocation: SourceLocation = #_sourceLocation) throws {
    for order in [cards, cards.reversed(), cards + cards] {
      let together = try ReadCards(Cards(bytes: order.flatMap(\.bytes)))
      try #require(together.models.count == order.count, sourceLocation: sourceLocation)
      for (number, card) in order.enumerated() {
        let alone = try ReadCards(card)
        #expect(together.models[number] == alone.models[0], sourceLocation: sourceLocation)
        #expect(together.lines(number) == alone.lines(), sourceLocation: sourceLocation)
        let codes = together.reading.diagnostics.filter { $0.record == number }.map(\.code.rawValue)
        #expect(codes == alone.reading.codes, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `headers that differ only in their version`() throws {
    try check([
      .v21("FN:Ana\nTEL;X-A=a^nb:1\nNOTE;X-A=a\\nb:x"),
      .v30("FN:Ana\nTEL;X-A=a^nb:1\nNOTE;X-A=a\\nb:x"),
      .v40("FN:Ana\nTEL;X-A=a^nb:1\nNOTE;X-A=a\\nb:x"),
    ])
  }

  @Test func `headers that differ only in quotes`() throws {
    try check([
      .v30("FN:Ana\nTEL;TYPE=home,work:1"), .v30("FN:Ana\nTEL;TYPE=\"home,work\":1"),
      .v30("FN:Ana\nTEL;TYPE=\"home\",\"work\":1"), .v30("FN:Ana\nTEL;TYPE=\"home:1"),
    ])
  }

  @Test func `headers that differ only in their charset`() throws {
    try check([
      .latin("BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=ISO-8859-1:J\u{F6}rg\r\nEND:VCARD\r\n"),
      .latin("BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8:J\u{C3}\u{B6}rg\r\nEND:VCARD\r\n"),
      .v21("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg"),
      .v21("FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:J=F6rg"),
    ])
  }

  @Test func `headers with groups, labels and parameters`() throws {
    try check([
      .v30(
        "FN:Ana\nitem1.TEL;type=CELL;type=pref:1\nitem1.X-ABLabel:Boat\nitem2.TEL;type=CELL;type=pref:2"
      ),
      .v30(
        "FN:Bo\nitem1.TEL;type=CELL;type=pref:3\nitem2.TEL;type=CELL;type=pref:4\nitem2.X-ABLabel:Car"
      ),
      .v30(
        "FN:Cy\nTEL;X-LONG-PARAMETER-NAME=a value of some length:5\nTEL;X-LONG-PARAMETER-NAME=a value of some lengtH:6"
      ),
      .v30("FN:Di\nBDAY;X-APPLE-OMIT-YEAR=1604:1604-04-12"),
      .v30("FN:Di\nBDAY;X-APPLE-OMIT-YEAR=1900:1900-04-12"),
    ])
  }

  @Test func `headers that are reported are reported each time`() throws {
    try check([
      .v30("FN:Ana\nTEL;TYPE=boat:1\nTEL; TYPE=home:2"),
      .v30("FN:Bo\nTEL;TYPE=boat:3\nTEL; TYPE=home:4"),
    ])
  }

  @Test func `very many different headers`() throws {
    let lines = (0..<3_000).map { "TEL;X-N=\($0):\($0)" }.joined(separator: "\n")
    let read = try ReadCards(.v30("FN:Ana\n" + lines + "\n" + lines))
    let numbers = read.reading.contacts[0].properties.dropFirst().map {
      ($0.values(of: "X-N")[0], $0.value.text)
    }
    #expect(numbers.count == 6_000)
    #expect(numbers.allSatisfy { $0.0 == $0.1 })
  }
}
