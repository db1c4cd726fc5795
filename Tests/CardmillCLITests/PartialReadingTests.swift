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

  /// The summary up to the findings, which are fewer when less is read.
  private static func account(of run: Child) -> Substring {
    let summary = run.errors.split(separator: "\n").last ?? ""
    return summary[..<(summary.firstRange(of: "\"errors\"")?.lowerBound ?? summary.endIndex)]
  }
}
