import Testing

/// Prune reads only the properties that its rules look at; a report makes it read whole contacts.
@Suite struct PartialReadingTests {
  private static let rules = [
    ["--where", "email_count = 0"], ["--where", "phone IS NULL"],
    ["--where", "has(categories, 'Friends')"], ["--where", "name LIKE '%a%'"],
    ["--where", "photo_bytes > 0"], ["--where", "updated < '2020'"], ["--where", "kind = 'org'"],
    ["--where", "x('X-FOO') IS NULL"], ["--pending"], ["--not-updated-since", "2022-01-01"],
    ["--category", "Friends"], ["--missing", "phones"], ["--empty"], ["--match", "example"],
    ["--where", "organization IS NULL AND addresses = '[]'", "--pending", "--grace", "7d"],
  ]

  @Test(arguments: try Folder.names(in: PackageFolder.path + "/SampleData/vcard"), rules)
  func `prunes alike whether it reads whole contacts or not`(
    _ name: String, _ rule: [String]
  ) throws {
    let command =
      ["prune", "SampleData/vcard/" + name, "--force", "--diagnostics", "json"]
      + ["--now", "2026-01-01T00:00:00Z"] + rule
    let partial = try CommandUnderTest.run(command)
    let whole = try CommandUnderTest.run(command + ["--report", "/dev/null"])
    #expect(partial.exit == 0, "\(partial.errors)")
    #expect(partial.exit == whole.exit)
    #expect(partial.output == whole.output)
    let account = Self.account(of: partial)
    #expect(account.contains("removed"))
    #expect(account == Self.account(of: whole))
  }

  /// Cards that hold little else than what is passed over.
  @Test(arguments: rules) func `what is passed over still makes a contact`(_ rule: [String]) throws
  {
    let cards = [
      "TEL:555-0101", "ADR:;;1 Oak St;Reno;NV;89501;US", "ADR:;;;;;;", "N:Ruiz;Ana;;;", "N:;;;;",
      "N:; ;\r\n ;;", "ORG:Cole & Co", "ORG:;\r\n ;", "CATEGORIES:,", "NOTE:;", "TEL:",
      "NICKNAME:Ani",
      "EMAIL:ana@example.com\r\n ", "PRODID:x", "X-FOO:bar", "PHOTO:\r\n AAAA", "UID:u1", "",
      "item1.EMAIL:ana@example.com\r\nitem1.X-ABLabel:Friends", "REV:20190101T000000Z",
      "NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nEMAIL:b", "X-ABShowAs:COMPANY",
      "X-ADDRESSBOOKSERVER-KIND:group\r\nX-ADDRESSBOOKSERVER-MEMBER:urn:uuid:u1",
      "KIND:group\r\nN:Friends;;;;\r\nMEMBER:urn:uuid:u1",
    ]
    for version in ["2.1", "3.0", "4.0"] {
      let text = cards.map { "BEGIN:VCARD\r\nVERSION:\(version)\r\n\($0)\r\nEND:VCARD\r\n" }
      // The guard counts contacts, however little of them is read.
      let command = ["prune", "-", "--max-delete", "0", "--quiet"] + rule
      let partial = try CommandUnderTest.run(command, input: text.joined())
      let whole = try CommandUnderTest.run(
        command + ["--report", "/dev/null"], input: text.joined())
      #expect(partial.exit == whole.exit)
      #expect(partial.output == whole.output)
      let refusals = [partial, whole].map {
        $0.errors.split(separator: "\n").filter { $0.contains("too-many-deletions") }
      }
      #expect(refusals[0] == refusals[1])
    }
  }

  /// The summary up to the findings, which are fewer when less is read.
  private static func account(of run: Child) -> Substring {
    let summary = run.errors.split(separator: "\n").last ?? ""
    return summary[..<(summary.firstRange(of: "\"errors\"")?.lowerBound ?? summary.endIndex)]
  }
}
