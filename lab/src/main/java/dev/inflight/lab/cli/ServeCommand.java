package dev.inflight.lab.cli;

import dev.inflight.lab.cli.author.ExtensionOptions;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.serve.RunServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight serve}. */
@Command(name = "serve", description = ServeCommand.SUMMARY, footer = {"",
    "It listens on the loopback address, which only this machine reaches. With --host, other machines need the token in the address that it prints.",
    "", "Examples:", "  ./inflight serve", "  ./inflight serve runs --port 9000"})
final class ServeCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  static final String SUMMARY = "Serves a web page of runs and sweeps: tables, reports, comparisons,"
      + " explanations of slow flows and queries in SQL; it also starts runs and sweeps and shows their progress. Ctrl-C ends"
      + " it.";

  private static final int MOST_PORT = 65535;
  private static final String DEFAULT = "runs";

  private final PrintStream out;

  @Parameters(arity = "0..1", paramLabel = "DIR", defaultValue = DEFAULT, description = "the folder of runs; by default ${DEFAULT-VALUE}")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path folder;

  @Mixin
  private final CommandSpec extensions = new ExtensionOptions().spec();

  @Option(names = "--port", paramLabel = "N", defaultValue = "8099", description = "port to listen on, by default ${DEFAULT-VALUE}; 0: any free"
      + " port")
  private int port;

  @Option(names = "--host", paramLabel = "ADDRESS", description = "another address of this machine to listen on, such as 0.0.0.0")
  private @Nullable String host;

  ServeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (port < 0 || port > MOST_PORT) {
      throw SourceLocation.of("--port").error(port + " is outside 0 to " + MOST_PORT);
    }
    if (!folder.equals(Path.of(DEFAULT)) && !Files.isDirectory(folder)) {
      throw SourceLocation.of(folder).error(Files.exists(folder) ? "this is not a folder" : "there is no such folder");
    }
    try (var server = RunServer.open(folder, host, port)) {
      out.println(server.address());
      if (server.isOnAllInterfaces()) {
        out.println("It listens on all interfaces: on another machine, use this machine's name or address in it.");
      }
      out.flush();
      new CountDownLatch(1).await(); // until it is interrupted
      return 0;
    } catch (IOException failed) {
      throw new OutputError(folder, "serve it", failed);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
