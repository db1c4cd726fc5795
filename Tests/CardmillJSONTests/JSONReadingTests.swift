import Cardmill
import Testing

@testable import CardmillJSON

@Suite struct JSONReadingTests {
  @Test func `the sample comes back as it was`() throws {
    let bytes = try sample("json/minimal.jsonl")
    let result = try readJSON(bytes)
    #expect(result.rejected.isEmpty)
    #expect(result.contacts.map(\.recordKind) == [.contact, .contact, .contact, .group])
    let written = try writeJSON(result.batches, options: ["photos": "true"])
    #expect(written.text == String(decoding: bytes, as: UTF8.self))
    #expect(written.losses.isEmpty)
  }

  @Test func `members become properties of the neutral vocabulary`() throws {
    let result = try readJSON(
      #"""
      {"name":{"given":"Ana","full":"Ana Ruiz"},"birthday":"1985-04-12","gender":"F;she","geo":"1.5,-2",
      "phones":[{"value":"123","extension":"4","types":["Mobile","homefax","pref","boat"]}],
      "extra":{"title":"Chief","X-FOO":["a\\b","c,d"],"ORG":"A;B"},"color":7,"deep":[{"a":[1]}]}
      """#)
    let contact = try #require(result.contacts.first)
    func lines() -> [String] {
      contact.properties.map { property in
        let parameters = property.parameters.map { ";\($0.name)=\($0.value)" }.joined()
        return property.name + parameters + ":" + property.value.text
      }
    }
    #expect(
      lines() == [
        "FN:Ana Ruiz", "N:;Ana;;;", "BDAY:19850412", "GENDER:F;she", "GEO:geo:1.5,-2",
        "TEL;TYPE=cell;TYPE=home;TYPE=fax;PREF=1;TYPE=boat:tel:123;ext=4", "title:Chief",
        #"X-FOO:a\b"#, "X-FOO:c,d", "ORG:A;B", "color:7", #"deep:[{"a":[1]}]"#,
      ])
    #expect(
      contact.properties.filter(\.isForeign).map(\.name) == ["X-FOO", "X-FOO", "color", "deep"])
    #expect(result.codes.isEmpty)
  }

  @Test func `objects are found in lines, over lines and in an array`() throws {
    let objects = [#"{"name":{"full":"A"}}"#, #"{"name":{"full":"B}],{"},"notes":["x"]}"#]
    let pretty =
      "{\n  \"name\": {\n    \"full\": \"A\"\n  }\n}\n"
      + "{\n\"name\":\n{\n\"full\":\"B}],{\"},\n\"notes\":[\n\"x\"]}"
    let texts: [String] = [
      pretty, objects.joined(separator: "\n"),
      "\u{FEFF}" + objects.joined(separator: "\r\n") + "\r\n\r\n",
      "[\(objects.joined(separator: ","))]", "[\n\(objects.joined(separator: ",\n"))\n]\n",
      objects.joined(), "[]\(objects.joined(separator: " , "))",
    ]
    for text in texts {
      let result = try readJSON(text)
      #expect(result.contacts.map(\.name.full) == ["A", "B}],{"], "\(text)")
      #expect(result.diagnostics.isEmpty)
    }
  }

  @Test func `the same records are found however the bytes arrive`() throws {
    let text =
      "[1,\"a,b\",{\"name\":{\"full\":\"A \\\\\\\"}{\"}}, {\"x\"]}\n]\n{\"name\":{\"full\":\"B\"}\n{\"uid\":\"1\"}\n"
      + "no json\n{\"note\":\"cut \\\n{\"uid\":\"2\"}\n{\"uid\":\"\\u00e9\"}}\n{\"uid\":\"3\","
    let whole = try readJSON(text)
    #expect(whole.contacts.count > 3)
    #expect(whole.rejected.count > 4)
    for step in 1...20 {
      let parts = try readJSON(text, step: step)
      #expect(parts.contacts == whole.contacts)
      #expect(parts.rejects == whole.rejects)
      #expect(parts.codes == whole.codes)
    }
  }

  @Test func `a damaged line costs no other line`() throws {
    let good = #"{"uid":"1"}"#
    for bad in [
      #"{"uid":"#, #"{"uid":"2""#, #"{"uid":"2","#, "{", #"{"a":[{"b":""#, "}", "]", "x", #""{"#,
      "[1,2]", "{]",
    ] {
      let result = try readJSON([good, good, bad, good, good, good].joined(separator: "\n"))
      #expect(result.contacts.count == 5, "\(bad)")
      #expect(!result.rejected.isEmpty, "\(bad)")
      #expect(Set(result.codes.filter { $0 != "missing-name" }) == ["bad-json"], "\(bad)")
    }
  }

  @Test func `a reject has its place`() throws {
    let result = try readJSON("{\"uid\":\"1\"}\n  {\"uid\": tru}\n")
    let reason = try #require(result.rejected.first?.reason)
    #expect(reason.code == .badJSON)
    #expect((reason.record, reason.line, reason.column, reason.offset) == (1, 2, 11, 22))
    #expect(result.rejects == [14..<26])
  }

  @Test func `values of the wrong shape are reported and the rest stays`() throws {
    let result = try readJSON(
      #"{"name":{"full":"A"},"emails":"x@example.com","phones":[{"types":["cell"]},"12"],"title":["x"],"#
        + #""addresses":[3],"birthday":"soon","kind":5,"organization":{"nom":"x"},"role":"R"}"#)
    let contact = try #require(result.contacts.first)
    #expect(contact.name.full == "A")
    #expect(contact.phones.map(\.value) == ["12"])
    #expect(contact.role == "R")
    #expect(contact.emails.isEmpty)
    #expect(contact.kind == "5")
    #expect(
      result.codes == [
        "bad-json", "bad-json", "bad-json", "bad-json", "bad-json", "bad-date", "bad-json",
        "bad-json",
      ])
  }

  @Test func `deep nesting rejects the record and no other`() throws {
    let deep =
      #"{"a":"# + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "}"
    let result = try readJSON(deep + "\n" + #"{"uid":"1"}"#)
    #expect(result.rejected.map(\.reason.code) == [.tooDeep])
    #expect(result.contacts.count == 1)
  }

  @Test func `too many properties reject the record`() throws {
    var limits = Limits()
    limits.properties = 3
    let result = try readJSON(
      #"{"notes":["1","2","3","4"]}"# + "\n" + #"{"notes":["1","2"],"note":"1"}"#, limits: limits)
    #expect(result.rejected.map(\.reason.code) == [.limitExceeded])
    #expect(result.contacts.map(\.notes) == [["1", "2"]])
  }

  @Test func `a record over the limit is passed over`() throws {
    var limits = Limits()
    limits.record = 1000
    let big = #"{"note":""# + String(repeating: "x", count: 700_000) + "\"}\n"
    let text = "{\"uid\":\"1\"}\n" + big + "{\"uid\":\"2\"}\n"
    let result = try readJSON(text, limits: limits)
    #expect(result.contacts.map(\.uid) == ["1", "2"])
    #expect(result.rejected.map(\.reason.code) == [.limitExceeded])
    #expect(result.rejects == [12..<12 + big.utf8.count - 1])
  }

  @Test func `an object without data is an empty record`() throws {
    let result = try readJSON(#"{}"# + "\n" + #"{"rev":"2024","emails":[],"note":null,"title":""}"#)
    #expect(result.contacts.map(\.recordKind) == [.empty, .empty])
    #expect(result.codes == ["empty-card", "empty-card"])
  }

  @Test func `a photo is read from its data or its URI, and missed when there is only a digest`()
    throws
  {
    let result = try readJSON(
      #"{"uid":"1","name":{"full":"A"},"photo":{"sha256":"00","bytes":3}}"# + "\n"
        + #"{"uid":"2","name":{"full":"A"},"photo":{"data":"R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7","mediaType":"image/png"}}"#
    )
    #expect(result.codes == ["bad-photo", "photo-type-mismatch"])
    let photo = try #require(result.contacts[1].properties.first { $0.name == "PHOTO" })
    #expect(photo.values(of: "MEDIATYPE") == ["image/gif"])
  }

  @Test func `UTF-16 is read, and broken UTF-8 replaced`() throws {
    let text = "\u{FEFF}{\"name\":{\"full\":\"Zoë\"}}\n{\"name\":{\"full\":\"\u{1F600}\"}}"
    var bytes: [UInt8] = []
    for unit in text.utf16 { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
    let result = try readJSON(bytes)
    #expect(result.contacts.map(\.name.full) == ["Zoë", "\u{1F600}"])
    let broken = try readJSON(Array(#"{"name":{"full":"Zo"#.utf8) + [0xEB] + Array(#"!"}}"#.utf8))
    #expect(broken.contacts.map(\.name.full) == ["Zo\u{FFFD}!"])
    #expect(broken.codes == ["charset-guess"])
  }

  @Test func `the source recognises its own and leaves other JSON alone`() {
    func look(_ text: String, _ name: String = "") -> Identification.Certainty {
      Array(text.utf8).span.withView { view in
        view.span { JSONSource().identify(head: $0, fileName: name, isWhole: true).certainty }
      }
    }
    #expect(look(#"{"name":{"full":"A"}}"#) == .certain)
    #expect(look("\u{FEFF} \n[ {\"kind\":\"group\",\"emails\":[]") == .certain)
    #expect(look(#"{"uid":"1"#) == .possible)
    #expect(look(#"{"uid":"1"}"#) == .certain)
    #expect(look(#"{"name":"left-pad","version":"1.0"}"#) == .possible)
    #expect(look(#"["vcard",[["version",{},"text","4.0"]]]"#) == .no)
    #expect(look(#"{"@type":"Card","uid":"1","emails":{}}"#) == .no)
    #expect(look("BEGIN:VCARD") == .no)
    #expect(look("") == .no)
    #expect(look("", "a.jsonl") == .possible)
  }

  @Test func `mutated bytes never crash`() throws {
    let bytes = try sample("json/minimal.jsonl")
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<mutated.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: mutated[place] = UInt8.random(in: 0...255, using: &random)
        case 1: mutated.remove(at: place)
        default:
          mutated.insert(Array("{}[]\",:\\\n".utf8).randomElement(using: &random) ?? 0, at: place)
        }
      }
      let result = try readJSON(mutated)
      _ = try writeJSON(result.batches)
    }
  }

  @Test func `every truncation is survived`() throws {
    let bytes = try sample("json/minimal.jsonl")
    for count in 0..<bytes.count {
      let result = try readJSON(Array(bytes[..<count]))
      #expect(result.contacts.count + result.rejected.count <= 4)
    }
  }
}

struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var x = state
    x ^= x >> 33
    x &*= 0xFF51_AFD7_ED55_8CCD
    return x ^ (x >> 33)
  }
}
