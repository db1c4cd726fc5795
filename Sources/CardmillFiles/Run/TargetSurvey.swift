import Cardmill

/// Shows all records to a writer before the first is written.
struct TargetSurvey {
  private let inputs: [OpenedInput]
  private let pipeline: Pipeline

  init(_ inputs: [OpenedInput], pipeline: Pipeline) {
    self.inputs = inputs
    self.pipeline = pipeline
  }

  /// Gives of each number that the writer asks for the largest of all batches.
  func run(_ writer: any RecordWriter) throws -> [Int] {
    var largest: [Int] = []
    for input in inputs {
      var request = input.request
      request.properties = (writer as? any SelectiveSurvey)?.surveyedProperties
      let reader = try BlockReader(input.file, source: input.source, request: request)
      try pipeline.run(reader) { (parsed, found: inout SurveyedBlock) in
        found.numbers = writer.survey(parsed.batch)
      } consume: { result in
        try Interruption.check()
        for (place, number) in result.output.numbers.enumerated() {
          if place == largest.count { largest.append(number) }
          largest[place] = max(largest[place], number)
        }
      }
      input.file.rest()
    }
    return largest
  }
}

/// What a writer asks for in a block.
private struct SurveyedBlock: ~Copyable, BlockOutput {
  var numbers: [Int] = []
  mutating func removeAll() { numbers.removeAll() }
}
