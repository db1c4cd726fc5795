import Cardmill
import CardmillFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Asks a person on the terminal, whatever standard input and output are.
final class TerminalPrompt {
  private let terminal: Int32
  private var removesAll = false

  /// Opens the terminal.
  ///
  /// - Throws: `SourceError` of kind refused when there is none.
  init() throws {
    terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY)
    guard terminal >= 0 else {
      throw SourceError(
        .refused,
        Diagnostic(
          .refused,
          "there is no terminal to ask on; nothing was written; use --dry-run and --apply, or --confirm-command"
        ))
    }
  }

  deinit { if terminal >= 0 { close(terminal) } }

  /// Asks whether a contact is to be removed.
  func ask(_ removal: Removal) throws -> RemovalAnswer {
    if removesAll { return .remove }
    let contact = removal.contact
    var lines = ["\(removal.name.visible)   [\(removal.rule.visible)]"]
    if let organization = contact.organization?.name, !organization.isEmpty {
      lines.append("  " + organization.visible)
    }
    for value in (contact.emails + contact.phones).prefix(4) {
      lines.append("  " + value.value.visible)
    }
    show(lines.joined(separator: "\n") + "\n")
    while true {
      show("Remove? [y,n,a,q,?] ")
      switch try line()?.lowercased() {
      case "y", "yes": return .remove
      case "n", "no": return .keep
      case "a", "all":
        removesAll = true
        return .remove
      case "q", "quit", nil:
        throw SourceError(.refused, Diagnostic(.refused, "declined; nothing was written"))
      default:
        show(
          """
          y  remove this contact
          n  keep it
          a  remove it and all that follow
          q  stop, and write nothing

          """)
      }
    }
  }

  /// Asks once before inputs are replaced.
  static func approve(count: Int, names: [String]) throws -> Bool {
    let prompt: TerminalPrompt
    do { prompt = try TerminalPrompt() } catch {
      throw SourceError(
        .refused,
        Diagnostic(
          .refused,
          "there is no terminal to ask on; nothing was written; --yes replaces the input without asking"
        ))
    }
    var text = "\(count.grouped) contact\(count == 1 ? "" : "s") will be removed or changed"
    if !names.isEmpty {
      text += ":\n" + names.map { "  \($0.visible)\n" }.joined()
    } else {
      text += ".\n"
    }
    if count > names.count, !names.isEmpty {
      text += "  … and \((count - names.count).grouped) more\n"
    }
    prompt.show(text + "Replace the input? [y,n] ")
    return ["y", "yes"].contains(try prompt.line()?.lowercased())
  }

  private func show(_ text: String) {
    var text = text
    text.withUTF8 { buffer in _ = unsafe write(terminal, buffer.baseAddress, buffer.count) }
  }

  /// The next line that is typed; nil at the end.
  private func line() throws -> String? {
    var bytes: [UInt8] = []
    while true {
      // Another thread may get the signal that ends the run, so the answer is not waited for forever.
      var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      let state = unsafe poll(&wanted, 1, 100)
      if Interruption.signal != 0 { throw Interruption.failure }
      if state == 0 || (state < 0 && errno == EINTR) { continue }
      var byte: UInt8 = 0
      let count = unsafe read(terminal, &byte, 1)
      if Interruption.signal != 0 { throw Interruption.failure }
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == 0x0A { break }
      if bytes.count < 1_000 { bytes.append(byte) }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: " ").first.map(String.init) ?? ""
  }
}
