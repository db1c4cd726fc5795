import Cardmill
import Testing

@testable import CardmillFiles

@Suite struct ConfirmationProgramTests {
  @Test(arguments: ["exec sleep 30", "sleep 30", "sleep 30 | sleep 30", "kill -STOP $$"])
  func `ends a program that hangs`(_ command: String) throws {
    let start = ContinuousClock.now
    let error = #expect(throws: SourceError.self) {
      try ConfirmationProgram(command, limit: 1).ask(Array("{}\n".utf8))
    }
    #expect(error?.kind == .program)
    #expect(error?.diagnostic.message.contains("more than 1 second ") == true)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `asks very often`() throws {
    for _ in 0..<100 {
      #expect(try ConfirmationProgram("exit 0").ask([]) == .remove)
      #expect(try ConfirmationProgram("exit 1").ask([]) == .keep)
    }
  }
}
