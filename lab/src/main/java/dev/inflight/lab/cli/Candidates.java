package dev.inflight.lab.cli;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.lab.paper.figure.Figures;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.ScenarioFile;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;

import java.util.Iterator;
import java.util.List;

/** What a shell may complete, each as a class that picocli makes. */
final class Candidates {
  private Candidates() {
  }

  /** Names of schemes. */
  static final class SchemeNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Schemes.ALL.stream().map(Scheme::name).iterator();
    }
  }

  /** Names of telemetry formats. */
  static final class FormatNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Formats.ALL.stream().map(TelemetryFormat::name).iterator();
    }
  }

  /** Names of loss recoveries. */
  static final class RecoveryNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Recoveries.ALL.stream().map(Recovery::name).iterator();
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
      return ScenarioFile.settableKeys().stream().map(key -> key + "=").iterator();
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
