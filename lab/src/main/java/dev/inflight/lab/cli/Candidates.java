package dev.inflight.lab.cli;

import dev.inflight.lab.paper.figure.Figures;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.ScenarioKeys;
import dev.inflight.lab.spec.SpecBinder;
import java.util.Iterator;
import java.util.List;

/** What a shell may complete, each as a class that picocli makes. */
final class Candidates {
  private Candidates() {
  }

  /** Names of all that one axis may be. */
  private static abstract class SpecNames implements Iterable<String> {
    private final SpecBinder<?> binder;

    SpecNames(SpecBinder<?> binder) {
      this.binder = binder;
    }

    @Override
    public Iterator<String> iterator() {
      return binder.names().iterator();
    }
  }

  /** Names of schemes. */
  static final class SchemeNames extends SpecNames {
    SchemeNames() {
      super(Catalog.SCHEMES);
    }
  }

  /** Names of telemetry formats. */
  static final class FormatNames extends SpecNames {
    FormatNames() {
      super(Catalog.TELEMETRY);
    }
  }

  /** Names of loss recoveries. */
  static final class RecoveryNames extends SpecNames {
    RecoveryNames() {
      super(Catalog.RECOVERIES);
    }
  }

  /** Orders of simultaneous events. */
  static final class Ties implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("port", "scheduling").iterator();
    }
  }

  /** Arithmetics of times. */
  static final class Clocks implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("exact", "authors").iterator();
    }
  }

  /** Figures of the paper. */
  static final class FigureNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Figures.names().iterator();
    }
  }

  /** Whatever {@code list} takes. */
  static final class Listable implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ListCommand.names(ListCommand.kinds()).iterator();
    }
  }

  /** What a scenario sets, with the sign that goes before the value. */
  static final class Keys implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ScenarioKeys.settable().stream().map(key -> key + "=").iterator();
    }
  }

  /** Commands. */
  static final class Commands implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Main.commands(System.out, System.err, RunFolder.Opener.DISK).getSubcommands().keySet().iterator();
    }
  }

  /** Shells. */
  static final class Shells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return CompletionCommand.SHELLS.iterator();
    }
  }
}
