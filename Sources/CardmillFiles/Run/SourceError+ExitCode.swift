public import Cardmill

extension SourceError.Kind {
  /// The exit code of a command that ends in such an error.
  public var exitCode: Int {
    switch self {
    case .usage: 2
    case .unusable: 3
    case .refused: 4
    case .program: 5
    case .fault: 70
    case .interrupted: 128 + Int(Interruption.signal == 0 ? 2 : Interruption.signal)
    }
  }
}
