import Cardmill

extension RunReport {
  /// The report as one JSON object and a line break.
  func json(command: [String]) -> [UInt8] {
    let parts = json(command: command, digests: [])
    return parts.head + parts.tail
  }

  /// The report in two halves, between which the removals go.
  ///
  /// - Parameters:
  ///   - command: the words of the command line.
  ///   - digests: the SHA-256 of each input, if it matters.
  /// - Returns: what stands before the first removal, and what stands behind the last.
  func json(command: [String], digests: [String]) -> (head: [UInt8], tail: [UInt8]) {
    var text = JSONText()
    text.object { text in
      text.member("cardmill", "report")
      text.member("version", 1)
      text.member("command", command)
      text.member("exit", exit)
      text.key("inputs")
      text.array { text in
        for (place, input) in inputs.enumerated() {
          input.append(to: &text, digest: place < digests.count ? digests[place] : "")
        }
      }
      text.key("outputs")
      text.array { text in
        for output in outputs {
          text.object {
            $0.member("file", output.file)
            $0.member("format", outputFormat?.rawValue)
            $0.member("records", output.records)
          }
        }
      }
      for (name, number) in [
        ("read", read), ("written", written), ("removed", removed), ("merged", merged),
        ("rejected", rejected), ("folded", folded), ("added", added),
      ] { text.member(name, number) }
      text.key("diagnostics")
      text.array { for finding in diagnostics { finding.append(to: &$0) } }
      text.key("losses")
      text.array { for kind in losses { kind.append(to: &$0) } }
      text.key("removals")
      text.array { _ in }
      text.key("clusters")
      text.array { _ in }
    }
    text.bytes.append(UInt8(ascii: "\n"))
    let whole = text.bytes.bytes
    let cut = whole.count - Array("],\"clusters\":[]}\n".utf8).count
    return (Array(whole[..<cut]), Array(whole[cut...]))
  }
}

extension RunReport.Input {
  func append(to text: inout JSONText, digest: String) {
    text.object {
      $0.member("file", file)
      $0.member("format", format.rawValue)
      $0.member("encoding", encoding)
      $0.member("records", records)
      $0.member("contacts", contacts)
      $0.member("groups", groups)
      $0.member("empty", empty)
      $0.member("bytes", bytes)
      if !digest.isEmpty { $0.member("sha256", digest) }
    }
  }
}

extension RunReport.Finding {
  func append(to text: inout JSONText) {
    text.object { text in
      text.member("code", code.rawValue)
      text.member("severity", severity.rawValue)
      text.member("count", count)
      text.key("examples")
      text.array { text in
        for example in examples { text.object { example.appendMembers(to: &$0) } }
      }
    }
  }
}

extension RunReport.LossKind {
  func append(to text: inout JSONText) {
    text.object { text in
      text.member("code", code)
      text.member("path", path)
      text.member("count", count)
      text.member("recoverable", isRecoverable)
      text.key("examples")
      text.array { text in
        for example in examples {
          text.object {
            $0.member("contact", example.record)
            $0.member("line", example.line)
            $0.member("original", example.original)
          }
        }
      }
    }
  }
}

extension Diagnostic {
  /// Appends message and place.
  package func appendMembers(to text: inout JSONText) {
    text.member("message", message)
    text.member("file", file)
    text.member("contact", record)
    text.member("line", line)
    text.member("column", column)
    text.member("offset", offset)
  }
}
