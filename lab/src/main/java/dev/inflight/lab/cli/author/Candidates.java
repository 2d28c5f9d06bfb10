package dev.inflight.lab.cli.author;

import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.key.ScenarioKeys;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** Words that a shell completes, one class for each set of words; picocli creates these classes. */
public abstract class Candidates implements Iterable<String> {
  private final Supplier<? extends Collection<String>> names;

  /** Creates candidates that call the supplier at each completion. */
  protected Candidates(Supplier<? extends Collection<String>> names) {
    this.names = names;
  }

  @Override
  public final Iterator<String> iterator() {
    return names.get().iterator();
  }

  /** Names of schemes. */
  public static final class SchemeNames extends Candidates {
    public SchemeNames() {
      super(Catalog.SCHEMES::names);
    }
  }

  /** Names of topologies. */
  public static final class Shapes extends Candidates {
    public Shapes() {
      super(Catalog.TOPOLOGIES::names);
    }
  }

  /** Names of telemetry formats. */
  public static final class FormatNames extends Candidates {
    public FormatNames() {
      super(Catalog.TELEMETRY::names);
    }
  }

  /** Names of loss recoveries. */
  public static final class RecoveryNames extends Candidates {
    public RecoveryNames() {
      super(Catalog.RECOVERIES::names);
    }
  }

  /** Names of tie-breaking rules. */
  public static final class Ties extends Candidates {
    public Ties() {
      super(() -> List.of("port", "scheduling"));
    }
  }

  /** Names of time resolutions. */
  public static final class Clocks extends Candidates {
    public Clocks() {
      super(() -> List.of("exact", "authors"));
    }
  }

  /** Names that {@code list} accepts. */
  public static final class Listable extends Candidates {
    public Listable() {
      super(() -> ListCommand.names(ListCommand.kinds()));
    }
  }

  /** Keys of scenarios that {@code --set} accepts, each with its equals sign. */
  public static final class Keys extends Candidates {
    public Keys() {
      super(() -> ScenarioKeys.settable().stream().map(key -> key + "=").toList());
    }
  }
}
