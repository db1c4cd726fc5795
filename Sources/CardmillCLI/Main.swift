import Cardmill
import CardmillFiles
import CardmillPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command `cardmill`.
@main
enum Main {
  static func main() {
    StandardStreams.reserve()
    Interruption.install()
    exit(Tool(sources: builtInSources).run(SystemPath.commandLine))
  }
}
