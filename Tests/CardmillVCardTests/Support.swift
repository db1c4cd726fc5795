import Cardmill
import CardmillTestSupport
import Testing

@testable import CardmillVCard

/// Bytes of vCards for a test.
struct Cards: Sendable {
  let bytes: [UInt8]

  /// A file exactly as it stands.
  static func raw(_ text: String) -> Cards { Cards(bytes: Array(text.utf8)) }

  /// A file of bytes: each character up to U+00FF is one.
  static func latin(_ text: String) -> Cards {
    Cards(bytes: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  /// One card of a version around these lines, with CR LF.
  static func v21(_ lines: String) -> Cards { card("2.1", lines) }
  static func v30(_ lines: String) -> Cards { card("3.0", lines) }
  static func v40(_ lines: String) -> Cards { card("4.0", lines) }

  private static func card(_ version: String, _ lines: String) -> Cards {
    raw(crlf("BEGIN:VCARD\nVERSION:\(version)\n\(lines)\nEND:VCARD\n"))
  }
}

/// Text with CR LF for each LF.
func crlf(_ text: String) -> String {
  String(decoding: text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, as: UTF8.self)
}

// What a card must become, in one line:
//
// - `path = value`: the contact JSON has this text, or this JSON, at a path (`1:path` for the
//   second card, `path# = 2` for a number of
//   things);
// - `-path`: there is nothing at the path;
// - `~line`: the contact has a property with this content line;
// - `!code`: a diagnostic of this code is reported; `!-code`: none is.
struct Check: ExpressibleByStringLiteral, Sendable {
  let text: String
  init(stringLiteral value: String) { text = value }
  init(_ text: String) { self.text = text }
}

/// Cards that were read, and their contact JSON.
struct ReadCards {
  let reading: Reading
  let models: [JSONValue]

  init(_ cards: Cards, _ plan: ReadingPlan = ReadingPlan("vcard")) throws {
    reading = try VCardSource().read(cards.bytes, plan)
    let json = try #require(Target.all.first { $0.format.id == "json" })
    models = try JSONValue.lines(json.source.write(reading.batches, as: "json").text)
  }

  /// The content lines of a record.
  func lines(_ number: Int = 0) -> [String] { contentLines(reading.contacts[number]) }

  /// What does not hold of `check`, or nil.
  func problem(_ check: Check) -> String? {
    var text = check.text[...]
    switch text.first {
    case "!":
      let unwanted = text.hasPrefix("!-")
      let code = String(text.dropFirst(unwanted ? 2 : 1))
      guard reading.codes.contains(code) == unwanted else { return nil }
      return "\(check.text): the codes are \(reading.codes)"
    case "~":
      let line = String(text.dropFirst())
      let all = reading.contacts.flatMap { contentLines($0) }
      return all.contains(line) ? nil : "no line \(line) in\n\(all.joined(separator: "\n"))"
    default: break
    }
    let isAbsent = text.hasPrefix("-")
    if isAbsent { text = text.dropFirst() }
    var number = 0
    if text.count > 1, text.dropFirst().first == ":", let digit = text.first?.wholeNumberValue {
      number = digit
      text = text.dropFirst(2)
    }
    guard models.indices.contains(number) else { return "there is no contact \(number)" }
    let equals = isAbsent ? nil : text.firstRange(of: " = ")
    var path = String(equals.map { text[..<$0.lowerBound] } ?? text)
    let counts = path.hasSuffix("#")
    if counts { path.removeLast() }
    let value = models[number].value(at: path)
    guard let equals else {
      return value?.isNothing ?? true ? nil : "\(path) is \(value?.description ?? "")"
    }
    let wanted = String(text[equals.upperBound...])
    let found = counts ? String(value?.count ?? 0) : value.map { $0.text ?? $0.description }
    return found == wanted ? nil : "\(check.text): got \(found ?? "nothing") in \(models[number])"
  }
}

/// Reads cards and checks what they became.
func expect(
  _ cards: Cards, _ checks: [Check], _ plan: ReadingPlan = ReadingPlan("vcard"),
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let read = try ReadCards(cards, plan)
  for check in checks {
    if let problem = read.problem(check) {
      Issue.record("\(problem)", sourceLocation: sourceLocation)
    }
  }
}

/// A contact's properties as content lines in the neutral vocabulary.
func contentLines(_ contact: Contact) -> [String] {
  contact.propertyRecords.map { property in
    var buffer = ByteBuffer()
    ContentLineWriter().append(property, of: contact.storage, to: &buffer)
    return buffer.view.string
  }
}

/// The lines of an output, unfolded, without BEGIN, VERSION and END.
func unfoldedLines(_ text: String) -> [String] {
  var lines: [String] = []
  for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
    if line.hasPrefix(" "), !lines.isEmpty {
      lines[lines.count - 1] += line.dropFirst()
    } else {
      lines.append(String(line))
    }
  }
  return lines.filter {
    !$0.isEmpty && !$0.hasPrefix("BEGIN:") && !$0.hasPrefix("VERSION:") && !$0.hasPrefix("END:")
  }
}

/// Reads cards and writes them anew in a version.
func rewritten(_ cards: Cards, as format: FormatID) throws -> Writing {
  let reading = try VCardSource().read(cards.bytes, ReadingPlan("vcard"))
  return try VCardSource().write(reading.batches, as: format, options: ["rewrite": "true"])
}

/// A transparent picture of one pixel.
let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
