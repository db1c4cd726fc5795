import Cardmill
import Testing

@testable import CardmillCSV

@Suite struct DateReaderTests {
  private func read(_ text: String, _ order: DateOrder? = nil) -> ReadDate {
    text.withView { DateReader.read($0, order: order) }
  }

  private func date(_ year: Int?, _ month: Int?, _ day: Int?) -> ReadDate {
    .date(ContactDate(year: year, month: month, day: day))
  }

  @Test(arguments: [
    "1990-05-06", "19900506", "6.5.1990", "06.05.1990", "1990/5/6", "6 May 1990", "06-May-1990",
    "May 6, 1990", " 1990-05-06", "1990-5-6",
  ])
  func `reads every way of writing a day`(_ text: String) {
    #expect(read(text) == date(1990, 5, 6))
  }

  @Test(arguments: ["--05-06", "--0506", "1604-05-06", "0001-05-06", "0000-05-06", "5.6.1604"])
  func `knows dates without a year`(_ text: String) {
    #expect(read(text) == (text == "5.6.1604" ? date(nil, 6, 5) : date(nil, 5, 6)))
  }

  @Test(arguments: ["", " ", "0/0/00", "0.0.00", "00/0/0", "0-0-00"])
  func `knows what stands for no date`(_ text: String) {
    #expect(read(text) == .none)
  }

  @Test func `tells day and month apart by a number above twelve`() {
    #expect(read("31/1/1972") == date(1972, 1, 31))
    #expect(read("1/31/1972") == date(1972, 1, 31))
    #expect(read("5/5/1972") == date(1972, 5, 5))
    #expect(read("4/5/1972") == .ambiguous)
    #expect(read("4/5/1972", .dayFirst) == date(1972, 5, 4))
    #expect(read("4/5/1972", .monthFirst) == date(1972, 4, 5))
  }

  @Test(arguments: ["01.01.99", "13/13/1990", "30.2.1990", "in spring", "1977-2-31", "1/2", "99"])
  func `takes nothing else for a date`(_ text: String) {
    #expect(read(text) != .none)
    if case .date = read(text) { Issue.record("\(text) was read as a date") }
  }

  @Test func `puts a date together from three cells`() {
    func read(_ year: String, _ month: String, _ day: String) -> ReadDate {
      year.withView { y in
        month.withView { m in day.withView { d in DateReader.read(year: y, month: m, day: d) } }
      }
    }
    #expect(read("1988", "2", "29") == date(1988, 2, 29))
    #expect(read("", "0012", "0024") == date(nil, 12, 24))
    #expect(read("", "", "") == .none)
    #expect(read("0", "0", "0") == .none)
    #expect(read("1977", "2", "31") == .words)
    #expect(read("soon", "2", "1") == .words)
  }
}
