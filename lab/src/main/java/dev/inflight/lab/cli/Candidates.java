package dev.inflight.lab.cli;

import dev.inflight.lab.paper.figure.Figures;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.ScenarioKeys;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** What a shell may complete, each as a class that picocli makes. */
abstract class Candidates implements Iterable<String> {
  private final Supplier<? extends Collection<String>> names;

  private Candidates(Supplier<? extends Collection<String>> names) {
    this.names = names;
  }

  @Override
  public final Iterator<String> iterator() {
    return names.get().iterator();
  }

  /** Names of schemes. */
  static final class SchemeNames extends Candidates {
    SchemeNames() {
      super(Catalog.SCHEMES::names);
    }
  }

  /** Names of telemetry formats. */
  static final class FormatNames extends Candidates {
    FormatNames() {
      super(Catalog.TELEMETRY::names);
    }
  }

  /** Names of loss recoveries. */
  static final class RecoveryNames extends Candidates {
    RecoveryNames() {
      super(Catalog.RECOVERIES::names);
    }
  }

  /** Orders of simultaneous events. */
  static final class Ties extends Candidates {
    Ties() {
      super(() -> List.of("port", "scheduling"));
    }
  }

  /** Arithmetics of times. */
  static final class Clocks extends Candidates {
    Clocks() {
      super(() -> List.of("exact", "authors"));
    }
  }

  /** Figures of the paper. */
  static final class FigureNames extends Candidates {
    FigureNames() {
      super(Figures::names);
    }
  }

  /** Whatever {@code list} takes. */
  static final class Listable extends Candidates {
    Listable() {
      super(() -> ListCommand.names(ListCommand.kinds()));
    }
  }

  /** What a scenario sets, with the sign that goes before the value. */
  static final class Keys extends Candidates {
    Keys() {
      super(() -> ScenarioKeys.settable().stream().map(key -> key + "=").toList());
    }
  }

  /** Commands. */
  static final class Commands extends Candidates {
    Commands() {
      super(() -> Main.commands(System.out, System.err, RunFolder.Opener.DISK).getSubcommands().keySet());
    }
  }

  /** Shells. */
  static final class Shells extends Candidates {
    Shells() {
      super(() -> CompletionCommand.SHELLS);
    }
  }
}
