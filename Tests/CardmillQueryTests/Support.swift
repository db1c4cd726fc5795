import Cardmill
import CardmillPlugins
import CardmillTestSupport
import Testing

@testable import CardmillQuery

/// Contacts read from vCard lines: cards of version 4.0 around each group of lines.
func cards(_ bodies: String..., version: String = "4.0") throws -> [Contact] {
  let text = bodies.map { "BEGIN:VCARD\nVERSION:\(version)\n\($0)\nEND:VCARD\n" }.joined()
  return try vCardSource.read(text, ReadingPlan("vcard")).contacts
}

/// One contact of vCard lines.
func card(_ body: String, version: String = "4.0") throws -> Contact {
  let all = try cards(body, version: version)
  try #require(all.count == 1)
  return all[0]
}

private var vCardSource: any DataSource {
  builtInSources.first { $0.description.formats[0].id.family == "vcard" } ?? builtInSources[0]
}

/// 2026-01-01T00:00:00Z.
let now = 1_767_225_600

/// Whether an expression is true for a contact.
func isTrue(_ expression: String, _ contact: Contact) throws -> Bool {
  try matches(.where(expression), contact)
}

/// Whether a rule picks a contact.
func matches(_ rule: ContactRule, _ contact: Contact) throws -> Bool {
  try RuleSet([rule], now: now).makeEvaluator().matches(contact) != nil
}

/// The message of the error that an expression gives.
func message(_ expression: String) -> String {
  do throws(SourceError) {
    _ = try RuleSet([.where(expression)], now: now)
    return "no error"
  } catch {
    return error.kind == .usage ? error.diagnostic.message : "\(error.kind): \(error)"
  }
}

/// A contact of vCard lines that group cards list.
func member(of groups: String..., body: String) throws -> Contact {
  let contact = try card(body)
  var builder = ContactBatch.Builder(block: Block(copying: .empty), format: "vcard:4.0")
  builder.groups = GroupTable(groups: [(contact.uid ?? "").lowercased(): groups], names: [:])
  builder.append(contact, number: 0)
  return ContactBatch(builder)[0]
}
