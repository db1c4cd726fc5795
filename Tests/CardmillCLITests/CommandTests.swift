import Testing

@Suite struct CommandTests {
  @Test(arguments: try CommandTest.all())
  func `does what the command tests say`(_ test: CommandTest) throws {
    let problems = try test.run()
    #expect(problems.isEmpty, "\(test.place): \(problems.joined(separator: "\n"))")
  }

  @Test func `has command tests`() throws {
    #expect(try CommandTest.all().count > 20)
  }

  @Test func `needs no Foundation`() throws {
    #if os(Linux)
      let linked = try Child("ldd", [CommandUnderTest.path])
    #else
      let linked = try Child("otool", ["-L", CommandUnderTest.path])
    #endif
    #expect(linked.exit == 0)
    #expect(!linked.output.contains("Foundation"))
  }
}
