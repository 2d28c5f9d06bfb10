package dev.inflight.lab.author;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** Questions on a terminal about what to simulate; an invalid answer repeats its question. */
public final class Questions {
  private final BufferedReader answers;
  private final PrintStream out;

  /** Prints questions to {@code out}, and reads one answer per line. */
  public Questions(BufferedReader answers, PrintStream out) {
    this.answers = answers;
    this.out = out;
  }

  /** Returns the scenario that the answers describe. An empty line, or the end of input, accepts the offered answer. */
  public ScenarioTemplate ask(ScenarioTemplate offered) {
    String topology = ask("Topology", Catalog.TOPOLOGIES, "topology", offered.topology());
    String flows = ask("Traffic", Catalog.WORKLOADS, "flows", offered.flows());
    String scheme = ask("Scheme", Catalog.SCHEMES, "scheme", offered.scheme());
    return new ScenarioTemplate(topology, flows, scheme, offered.more());
  }

  private <T> String ask(String question, SpecBinder<T> binder, String key, String offered) {
    String kind = Catalog.AXES.stream().filter(axis -> axis.name().equals(key)).map(Axis::listing).map(Axis.Listing::kind)
        .findFirst().orElseThrow();
    out.println(question + ": " + String.join(", ", binder.names()) + " (./inflight list " + kind + " says what each is)");
    while (true) {
      out.print("  " + key + " [" + offered + "]: ");
      out.flush();
      String answer = line();
      if (answer.isEmpty()) {
        return offered;
      }
      try {
        binder.bind(Spec.parse(answer, SourceLocation.of(key)), SourceLocation.of(key));
        return answer;
      } catch (InputError wrong) {
        out.println("  " + Quoted.message(String.valueOf(wrong.getMessage())).replace("\n", "\n  "));
      }
    }
  }

  private String line() {
    try {
      String line = answers.readLine();
      if (line == null) {
        out.println();
      }
      return line == null ? "" : line.strip();
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }
}
