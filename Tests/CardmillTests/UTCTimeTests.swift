import Testing

@testable import Cardmill

@Suite struct UTCTimeTests {
  @Test(arguments: [
    ("20240229T233000Z", "2024-02-29T23:30:00Z"), ("2024-02-29T23:30:00Z", "2024-02-29T23:30:00Z"),
    ("2024-02-29T23:30:00+01:00", "2024-02-29T22:30:00Z"),
    ("20240101T003000+0100", "2023-12-31T23:30:00Z"),
    ("20240101T003000-05", "2024-01-01T05:30:00Z"),
    ("2024-01-31", "2024-01-31T00:00:00Z"), ("20240131", "2024-01-31T00:00:00Z"),
    ("2024-01-31T12:00:00.250Z", "2024-01-31T12:00:00Z"),
    ("2024-01-31T12:00:00", "2024-01-31T12:00:00Z"), ("1969-07-20T20:17Z", "1969-07-20T20:17:00Z"),
    ("2024-01-31 12:00:00", "2024-01-31T12:00:00Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
  ])
  func `reads times`(_ text: String, _ utc: String) throws {
    var buffer = ByteBuffer()
    let seconds = try #require(text.withView { UTCTime.seconds($0) })
    UTCTime.append(seconds, to: &buffer)
    #expect(buffer.view.string == utc)
  }

  @Test(arguments: [
    "", "yesterday", "2023-02-29", "--05-06", "2024-01-31T25:00:00Z", "20240131T120000X",
  ])
  func `refuses what is none`(_ text: String) {
    #expect(text.withView { UTCTime.seconds($0) } == nil)
  }
}
