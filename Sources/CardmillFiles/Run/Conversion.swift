public import Cardmill

/// Converts contact files: reads inputs, writes one output, and accounts for every record and every
/// value.
///
///     let report = try Conversion(from: "a.vcf", to: "b.csv", sources: builtInSources).run()
///
/// The output appears whole or not at all, and the inputs are never touched.
public struct Conversion: Sendable {
  /// Files, folders of files, or `-` for standard input.
  public var inputs: [String]
  /// A file, a folder whose name ends in a slash, or `-` for standard output.
  public var output: String
  public var options: RunOptions
  let sources: [any DataSource]

  /// Plans the conversion of one file into another.
  ///
  /// - Parameters:
  ///   - input: a file, a folder of files, or `-` for standard input.
  ///   - output: a file, a folder whose name ends in a slash, or `-` for standard output.
  ///   - format: the output's format; taken from the output's name when nil.
  ///   - sources: the formats that can be read and written.
  public init(
    from input: String, to output: String, as format: FormatID? = nil, sources: [any DataSource]
  ) {
    var options = RunOptions()
    options.to = format
    self.init(from: [input], to: output, options: options, sources: sources)
  }

  /// Plans the conversion of files into one output.
  public init(
    from inputs: [String], to output: String, options: RunOptions, sources: [any DataSource]
  ) {
    self.inputs = inputs
    self.output = output
    self.options = options
    self.sources = sources
  }

  /// Converts.
  ///
  /// - Parameter listener: is told what is found and how far the run has come, in the input's
  ///   order, on whichever thread has its turn.
  /// - Returns: what happened; its `exit` is 1 when `isStrict` forbade the output.
  /// - Throws: `SourceError` when an input or the output cannot be used; then nothing was written.
  @discardableResult
  public func run(_ listener: @escaping (RunEvent) -> Void = { _ in }) throws -> RunReport {
    try ConversionRun(inputs, to: output, options, sources: sources, listener) {
      let target = try FormatList(sources).target(options.to, output: output)
      try FormatList(sources).check(
        options.writingOptions, of: target.source, format: target.format.id, .writing)
      let request = WriteRequest(format: target.format.id, options: options.writingOptions)
      let writer = try target.source.makeWriter(request)
      return RunTarget(format: target.format, reported: target.format.id) { inputs, pipeline in
        guard writer.wantsSurvey else { return writer }
        var surveyed = request
        surveyed.survey = try TargetSurvey(inputs, pipeline: pipeline).run(writer)
        return try target.source.makeWriter(surveyed)
      }
    }.run()
  }
}
