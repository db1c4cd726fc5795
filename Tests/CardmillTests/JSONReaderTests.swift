import Cardmill
import Testing

@Suite struct JSONReaderTests {
  /// The tokens of a text, written out.
  private func tokens(_ text: String, depthLimit: Int = 64) throws -> String {
    try text.withView { view in
      var reader = JSONReader(view, depthLimit: depthLimit)
      var list: [String] = []
      while true {
        switch try reader.next() {
        case .end: return list.joined(separator: " ")
        case .key, .string:
          var buffer = ByteBuffer()
          reader.appendString(to: &buffer)
          list.append("'" + buffer.view.string + "'")
        default: list.append(reader.text.string)
        }
      }
    }
  }

  @Test func `values of every kind are taken apart`() throws {
    #expect(
      try tokens(#" { "a" : [ 1 , -2.50e+3, true,false , null,"x" ] ,"b":{}, "c":[] } "#)
        == "{ 'a' [ 1 -2.50e+3 true false null 'x' ] 'b' { } 'c' [ ] }")
    #expect(try tokens("123456789012345678901234567890") == "123456789012345678901234567890")
    #expect(try tokens(#"{"a":1,"a":2}"#) == "{ 'a' 1 'a' 2 }")
  }

  @Test func `escapes are decoded and lone surrogates replaced`() throws {
    #expect(
      try tokens(#""\"\\\/\b\f\n\r\té\uD83D\ude00 \ud83d \ude00\ud83dx""#)
        == "'\"\\/\u{8}\u{C}\n\r\té\u{1F600} \u{FFFD} \u{FFFD}\u{FFFD}x'")
  }

  @Test(arguments: [
    "", "{", "}", "[1,]", #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":}"#, "{a:1}", "[1 2]", "01", "1.", "-",
    "1e",
    ".5", "+1", "tru", "nul", "\"a", "\"a\nb\"", #""\x""#, #""\u12g4""#, #""\u12"#, "[1}",
    #"{"a":1]"#, "1 2",
    "NaN", "'a'", #"{"a":1 "b":2}"#, "[,1]", "/**/1",
  ]) func `what is no JSON is an error with its place`(_ text: String) throws {
    let error = #expect(throws: JSONError.self) { try tokens(text) }
    #expect((error?.offset ?? -1) >= 0 && (error?.offset ?? 99) <= text.utf8.count)
    #expect(error?.isTooDeep == false)
  }

  @Test func `nesting is bounded`() throws {
    let fine = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try tokens(fine).count == 255)
    #expect(throws: JSONError.self) { try tokens("[" + fine + "]") }
    let error = #expect(throws: JSONError.self) { try tokens("[[[1]]]", depthLimit: 2) }
    #expect(error?.isTooDeep == true)
    #expect(error?.offset == 2)
  }

  @Test func `a value is skipped as a whole`() throws {
    try #"{"a":[1,{"b":[]}],"c":"d"}"#.withView { view in
      var reader = JSONReader(view)
      _ = try reader.next()
      _ = try reader.next()
      let range = try reader.skip(try reader.next())
      #expect(view[range].equals(#"[1,{"b":[]}]"#))
      #expect(try reader.next() == .key)
      #expect(reader.tokenEquals("c"))
    }
  }
}
