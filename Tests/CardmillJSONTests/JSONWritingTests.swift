import Cardmill
import Testing

@testable import CardmillJSON

@Suite struct JSONWritingTests {
  @Test func `members stand in the order of the path table`() throws {
    let text = try json([
      Property("X-FOO", .unparsed("raw")), Property("CATEGORIES", .list(["Friends"])),
      Property(
        "PHOTO", .binary(base64: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")),
      Property("ANNIVERSARY", .text("20100612")), Property("BDAY", .text("--0506")),
      Property("NOTE", .text("one")), Property("NOTE", .text("two")),
      Property("ROLE", .text("Buyer")), Property("TITLE", .text("Owner")),
      Property("ORG", .structured([["Cole & Co"], ["Sales"], [""]])),
      Property(
        "ADR", .structured([[""], [], ["1 Oak St"], ["Reno"], ["NV"], ["89501"], ["US"]]),
        parameters: [Property.Parameter("TYPE", "home")]),
      Property(.xABDate, .text("20110917"), parameters: [Property.Parameter("LABEL", "First")]),
      Property("RELATED", .text("Rui"), parameters: [Property.Parameter("TYPE", "friend")]),
      Property("IMPP", .text("xmpp:a@example.com")), Property("URL", .text("https://example.com")),
      Property("TEL", .text("+1 202-555-0101"), parameters: [Property.Parameter("TYPE", "cell")]),
      Property(
        "EMAIL", .text("ana@example.com"),
        parameters: [Property.Parameter("TYPE", "home"), Property.Parameter("PREF", "1")]),
      Property("NICKNAME", .list(["Nessa", "Ni"])),
      Property("N", .structured([["Ruiz"], ["Ana"], [], [], []])),
      Property("FN", .text("Ana Ruiz")),
      Property("GEO", .text("geo:39.5,-119.8")), Property("GENDER", .structured([["F"]])),
      Property("TZ", .text("-0500")), Property("REV", .text("20240501T070000Z")),
      Property("KIND", .text("individual")), Property("UID", .text("urn:uuid:1")),
    ])
    #expect(
      text
        == #"""
        {"uid":"urn:uuid:1","kind":"individual","rev":"20240501T070000Z","tz":"-0500","gender":"F",
        "geo":"39.5,-119.8","name":{"full":"Ana Ruiz","given":"Ana","family":"Ruiz"},
        "nicknames":["Nessa","Ni"],
        "emails":[{"value":"ana@example.com","types":["home"],"pref":true}],
        "phones":[{"value":"+1 202-555-0101","types":["cell"]}],
        "urls":[{"value":"https://example.com"}],"impp":[{"value":"xmpp:a@example.com"}],
        "related":[{"value":"Rui","types":["friend"]}],
        "dates":[{"value":"2011-09-17","label":"First"}],
        "addresses":[{"street":"1 Oak St","locality":"Reno","region":"NV","postcode":"89501",
        "country":"US","types":["home"]}],
        "organization":{"name":"Cole & Co","units":["Sales"]},"title":"Owner","role":"Buyer",
        "notes":["one","two"],"note":"one","birthday":"--05-06","anniversary":"2010-06-12",
        "photo":{"sha256":"ef1955ae757c8b966c83248350331bd3a30f658ced11f387f8ebf05ab3368629",
        "mediaType":"image/gif","bytes":42},"categories":["Friends"],"extra":{"X-FOO":"raw"}}
        """#.split(separator: "\n").joined())
  }

  @Test func `a name without FN is made of its parts`() throws {
    let parts = Property(
      "N", .structured([["Costa"], ["Ines"], ["Maria", "Rosa"], ["Prof."], ["Jr."]]))
    #expect(
      try json([parts])
        == #"{"name":{"full":"Prof. Ines Maria Rosa Costa Jr.","given":"Ines","family":"Costa","#
        + #""additional":"Maria Rosa","prefix":"Prof.","suffix":"Jr."}}"#)
    #expect(
      try json([Property("EMAIL", .text("a@example.com"))])
        == #"{"name":{"full":"a@example.com"},"emails":[{"value":"a@example.com"}]}"#)
    #expect(
      try json([Property("FN", .text("")), Property("ORG", .structured([["Cole"]]))])
        == #"{"name":{"full":"Cole"},"organization":{"name":"Cole"}}"#)
  }

  @Test func `the preferred full name is shown and the others are alternatives`() throws {
    #expect(
      try json([
        Property("FN", .text("One")),
        Property("FN", .text("Two"), parameters: [Property.Parameter("PREF", "1")]),
        Property("FN", .text("Three")),
      ]) == #"{"name":{"full":"Two","fullAlternatives":["One","Three"]}}"#)
  }

  @Test func `text is escaped and its line ends become line feeds`() throws {
    #expect(
      try json([Property("NOTE", .text("a\r\nb\rc\n\"d\"\\\u{1}\u{8}\u{2028}é\t"))])
        == #"{"notes":["a\nb\nc\n\"d\"\\\u0001\b\u2028é\t"],"note":"a\nb\nc\n\"d\"\\\u0001\b\u2028é\t"}"#
    )
  }

  @Test func `a label is the label parameter, else the first word that no standard has`() throws {
    func phone(_ parameters: (String, String)...) throws -> String {
      let list = parameters.map { Property.Parameter($0.0, $0.1) }
      return try json([Property("FN", .text("A")), Property("TEL", .text("1"), parameters: list)])
    }
    let head = #"{"name":{"full":"A"},"phones":[{"value":"1""#
    #expect(try phone(("TYPE", "X-Boat")) == head + #","label":"Boat"}]}"#)
    #expect(
      try phone(("TYPE", "iphone"), ("LABEL", "Mine")) == head
        + #","types":["iphone"],"label":"Mine"}]}"#)
    #expect(
      try phone(("TYPE", "home"), ("TYPE", "fax"), ("TYPE", "pref")) == head
        + #","types":["fax","home"],"pref":true}]}"#)
    #expect(try phone(("TYPE", "internet")) == head + "}]}")
  }

  @Test func `only the best preference counts, and the others are a loss`() throws {
    let result = try writeJSON([
      batch([
        Property("FN", .text("A")),
        Property("EMAIL", .text("b"), parameters: [Property.Parameter("PREF", "20")]),
        Property("EMAIL", .text("c"), parameters: [Property.Parameter("PREF", "3")]),
      ])
    ])
    #expect(
      result.text
        == #"{"name":{"full":"A"},"emails":[{"value":"b"},{"value":"c","pref":true}]}"# + "\n")
    #expect(result.losses.map(\.code) == ["pref-reduced"])
    #expect(result.losses.first?.original == "PREF=20")
  }

  @Test func `a telephone URI is taken apart`() throws {
    #expect(
      try json([Property("FN", .text("A")), Property("TEL", .text("tel:+1-555-0100;ext=12"))])
        == #"{"name":{"full":"A"},"phones":[{"value":"+1-555-0100","extension":"12"}]}"#)
  }

  @Test func `a birthday in words stays words, beside a date too`() throws {
    #expect(
      try json([Property("FN", .text("A")), Property("BDAY", .text("circa 1800"))])
        == #"{"name":{"full":"A"},"birthdayText":"circa 1800"}"#)
    #expect(
      try json([
        Property("FN", .text("A")), Property("BDAY", .text("19800506")),
        Property("BDAY", .text("6 May 1980")), Property("BDAY", .text("19810101")),
      ])
        == #"{"name":{"full":"A"},"birthday":"1980-05-06","birthdayText":"6 May 1980","#
        + #""extra":{"BDAY":"19810101"}}"#)
  }

  @Test func `a time behind a date is a loss`() throws {
    let result = try writeJSON([batch([Property("BDAY", .text("1985-04-12T23:00:00Z"))])])
    #expect(result.text == #"{"birthday":"1985-04-12"}"# + "\n")
    #expect(result.losses.map(\.code) == ["time-dropped"])
  }

  @Test func `an embedded agent is a related name`() throws {
    let result = try writeJSON([
      batch([
        Property("FN", .text("A")), Property("RELATED", .text("Rui")),
        Property("AGENT", .structured([["Theo Sand"], ["BEGIN:VCARD"]])),
        Property("RELATED", .text("Eva"), parameters: [Property.Parameter("TYPE", "child")]),
      ])
    ])
    #expect(
      result.text
        == #"{"name":{"full":"A"},"related":[{"value":"Rui"},{"value":"Theo Sand","types":["agent"]},"#
        + #"{"value":"Eva","types":["child"]}]}"# + "\n")
    #expect(result.losses.map(\.path) == ["related"])
  }

  @Test func `an agent without a name is left out and lost`() throws {
    let result = try writeJSON([
      batch([Property("FN", .text("A")), Property("AGENT", .structured([[""], ["BEGIN:VCARD"]]))])
    ])
    #expect(result.text == #"{"name":{"full":"A"}}"# + "\n")
    #expect(result.losses.map(\.code) == ["field-unsupported"])
  }

  @Test func `midnight and a preference among one are no losses`() throws {
    let result = try writeJSON([
      batch([
        Property("FN", .text("A")),
        Property("BDAY", .text("19850412T000000Z"), parameters: [Property.Parameter("PREF", "1")]),
      ])
    ])
    #expect(result.losses.isEmpty)
  }

  @Test func `street lines are joined with line feeds and LABEL is the formatted address`() throws {
    #expect(
      try json([
        Property("FN", .text("A")),
        Property(
          "ADR", .structured([["PO 9"], [""], ["1 Oak St", "Rear"], ["Reno"], [], [], []]),
          parameters: [
            Property.Parameter("LABEL", "1 Oak\nReno"), Property.Parameter("X-ABLABEL", "Barn"),
          ]),
        Property("ADR", .structured([[], [], [], [], [], [], []])),
      ])
        == #"{"name":{"full":"A"},"addresses":[{"pobox":"PO 9","street":"1 Oak St\nRear","#
        + #""locality":"Reno","formatted":"1 Oak\nReno","label":"Barn"}]}"#)
  }

  @Test func `what has no path is under extra, names compared without case`() throws {
    #expect(
      try json([
        Property("FN", .text("A")), Property("TITLE", .text("One")),
        Property("X-Foo", .unparsed("a\\,b\\nc;d")),
        Property("TITLE", .text("Two")), Property("x-foo", .unparsed("e")),
        Property("CLASS", .text("PUBLIC")),
        Property("ORG", .structured([["A"]])), Property("ORG", .structured([["B"], ["C", "D"]])),
        Property(
          "LOGO", .binary(base64: "AAAA"),
          parameters: [Property.Parameter("MEDIATYPE", "image/png")]),
      ])
        == #"{"name":{"full":"A"},"organization":{"name":"A"},"title":"One","#
        + #""extra":{"X-Foo":["a,b\nc;d","e"],"TITLE":"Two","CLASS":"PUBLIC","ORG":"B;C,D","#
        + #""LOGO":"data:image/png;base64,AAAA"}}"#)
  }

  @Test func `many names under extra come out like few`() throws {
    var properties = [Property("FN", .text("A"))]
    for number in 0..<40 {
      properties.append(Property("X-A\(number % 20)", .unparsed("\(number)")))
    }
    let text = try json(properties)
    #expect(text.hasPrefix(#"{"name":{"full":"A"},"extra":{"X-A0":["0","20"],"X-A1":["1","21"],"#))
    #expect(text.hasSuffix(#""X-A19":["19","39"]}}"#))
  }

  @Test func `a photo's data comes along only when it is asked for`() throws {
    let data = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    let contact = batch([Property("FN", .text("A")), Property("PHOTO", .binary(base64: data))])
    let without = try writeJSON([contact])
    #expect(without.losses.map(\.code) == ["photo-data-omitted"])
    #expect(
      without.losses.first?.original
        == "42 bytes image/gif sha256:ef1955ae757c8b966c83248350331bd3a30f658ced11f387f8ebf05ab3368629"
    )
    let with = try writeJSON([contact], options: ["photos": "true"])
    #expect(with.losses.isEmpty)
    #expect(with.text.hasSuffix(#""bytes":42,"data":""# + data + "\"}}\n"))
    #expect(
      try json([Property("FN", .text("A")), Property("PHOTO", .text("https://example.com/a.jpg"))])
        == #"{"name":{"full":"A"},"photo":{"uri":"https://example.com/a.jpg"}}"#)
  }

  @Test func `a group lists its members and members carry the group's name`() throws {
    let groups = GroupTable(groups: ["1": ["Choir", "Friends"]], names: ["1": "Ana Ruiz"])
    #expect(
      try json(
        [
          Property("KIND", .text("group")), Property("FN", .text("Choir")),
          Property("MEMBER", .text("urn:uuid:1")), Property("MEMBER", .text("urn:uuid:2")),
        ], kind: .group, groups: groups)
        == #"{"kind":"group","name":{"full":"Choir"},"members":["Ana Ruiz","urn:uuid:2"]}"#)
    #expect(
      try json(
        [
          Property("UID", .text("urn:uuid:1")), Property("FN", .text("Ana")),
          Property("CATEGORIES", .list(["Friends"])),
        ], groups: groups)
        == #"{"uid":"urn:uuid:1","name":{"full":"Ana"},"categories":["Friends","Choir"]}"#)
  }

  @Test func `source and the mark for deletion are written`() throws {
    let mark = Property(
      .xPendingDeletion, .text("2024-05-02T08:00:00Z"),
      parameters: [Property.Parameter("REASON", "moved")])
    #expect(
      try json([Property("FN", .text("A")), mark], options: ["source": "true"])
        == #"{"name":{"full":"A"},"pendingDeletion":{"since":"2024-05-02T08:00:00Z","reason":"moved"},"#
        + #""source":{"file":"memory.json","index":0,"line":1}}"#)
  }

  @Test func `an empty record gives no object`() throws {
    let result = try writeJSON([batch([Property("REV", .text("2024"))], kind: .empty)])
    #expect(result.text.isEmpty)
    #expect((result.written, result.folded) == (0, 1))
  }

  @Test func `parameters without a place are a loss each`() throws {
    let result = try writeJSON([
      batch([
        Property("FN", .text("A"), parameters: [Property.Parameter("LANGUAGE", "de")]),
        Property("X-FOO", .unparsed("b"), parameters: [Property.Parameter("X-BAR", "baz")]),
      ])
    ])
    #expect(result.losses.map(\.path) == ["name.full", "extra.X-FOO"])
    #expect(result.losses.map(\.original) == ["LANGUAGE=de", "X-BAR=baz"])
  }

  @Test func `an option that is neither true nor false is refused`() {
    #expect(throws: SourceError.self) { try json([], options: ["photos": "maybe"]) }
  }
}
