package import Cardmill

/// Builds JSON, for reports and machine-readable messages.
///
/// Characters that could change how a terminal shows the text (control, C1, bidirectional) are
/// always escaped.
package struct JSONText: ~Copyable {
  package var bytes = ByteBuffer(capacity: 4096)
  private var needsComma = false

  package init() {}

  /// The text so far.
  package var string: String { bytes.view.string }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  package mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  package mutating func array(_ body: (inout JSONText) throws -> Void) rethrows {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Begins a member of an object; its value follows.
  package mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func value(_ number: Int) {
    separate()
    bytes.append(decimal: number)
  }

  package mutating func value(_ flag: Bool) {
    separate()
    bytes.append(flag ? "true" : "false")
  }

  package mutating func null() {
    separate()
    bytes.append("null" as StaticString)
  }

  package mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars { append(scalar) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append("\\\"" as StaticString)
    case "\\": bytes.append("\\\\" as StaticString)
    case "\n": bytes.append("\\n" as StaticString)
    case "\r": bytes.append("\\r" as StaticString)
    case "\t": bytes.append("\\t" as StaticString)
    case _ where SystemPath.byte(of: scalar) != nil: bytes.append("\\ufffd" as StaticString)
    case _ where scalar.changesDisplay:
      let digits = String(scalar.value, radix: 16)
      bytes.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    case _ where scalar.isASCII: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    default: bytes.append(String(scalar))
    }
  }

  // MARK: Members

  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  package mutating func member(_ name: String, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  package mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  package mutating func member(_ name: String, _ texts: [String]) {
    key(name)
    array { for text in texts { $0.value(text) } }
  }
}

extension Unicode.Scalar {
  /// Whether it is a control, C1 or bidirectional character, which could make a text look like
  /// another one.
  package var changesDisplay: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text as it is safe to show: control, C1 and bidirectional characters, and bytes of file
  /// names that are not UTF-8, as `\u{…}`.
  package var visible: String {
    let isPlain = unicodeScalars.allSatisfy {
      !$0.changesDisplay && SystemPath.byte(of: $0) == nil
    }
    if isPlain { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if let byte = SystemPath.byte(of: scalar) {
        shown += "\\u{" + String(byte, radix: 16, uppercase: true) + "}"
      } else if scalar.changesDisplay {
        shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
