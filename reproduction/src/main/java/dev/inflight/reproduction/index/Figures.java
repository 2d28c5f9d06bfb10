package dev.inflight.reproduction.index;

import dev.inflight.reproduction.figure.AdditiveSteps;
import dev.inflight.reproduction.figure.Figure;
import dev.inflight.reproduction.figure.IncastOnLongFlow;
import dev.inflight.reproduction.figure.JoinAndLeave;
import dev.inflight.reproduction.figure.MiceLatency;
import dev.inflight.reproduction.figure.NewSources;
import dev.inflight.reproduction.figure.RateRecovery;
import dev.inflight.reproduction.figure.RateSignals;
import dev.inflight.reproduction.figure.Reactions;
import dev.inflight.reproduction.load.AuthorsPage;
import dev.inflight.reproduction.load.FlowControl;
import dev.inflight.reproduction.load.PauseReach;
import dev.inflight.reproduction.load.SchemesOnFatTree;
import dev.inflight.reproduction.load.TestbedLoad;
import dev.inflight.reproduction.load.Thresholds;
import dev.inflight.reproduction.load.Timers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** All figures; a new figure is a new class and a line here. */
public final class Figures {
  /** All figures, in the paper's order. */
  public static final List<Figure> ALL = List.of(new PauseReach(), new Timers(), new Thresholds(), new RateSignals(),
      new RateRecovery(), new IncastOnLongFlow(), new MiceLatency(), new JoinAndLeave(), new TestbedLoad(),
      new SchemesOnFatTree(), new AuthorsPage(), new FlowControl(), new Reactions(), new AdditiveSteps(), new NewSources());
  /** Figures that take seconds. */
  public static final List<Figure> SMALL = ALL.stream().filter(figure -> figure.fullMs() == 0).toList();

  private static final String EVERY = "all";
  private static final String SHORT = "small";

  private Figures() {
  }

  /**
   * Returns the figures that a name selects: {@code fig13}, {@code fig9c}, {@code fig09} (all its parts), {@code small} or
   * {@code all}; empty if the name is unknown.
   */
  public static List<Figure> named(String written) {
    String name = canonical(written);
    if (name.equals(EVERY)) {
      return ALL;
    }
    if (name.equals(SHORT)) {
      return SMALL;
    }
    return ALL.stream().filter(figure -> names(figure).anyMatch(part -> part.equals(name) || whole(part).equals(name))).toList();
  }

  /** All names of figures and parts. */
  public static List<String> names() {
    var names = new ArrayList<String>();
    ALL.stream().flatMap(Figures::names).forEach(part -> {
      if (!names.contains(whole(part))) {
        names.add(whole(part));
      }
      if (!names.contains(part)) {
        names.add(part);
      }
    });
    names.add(SHORT);
    names.add(EVERY);
    return names;
  }

  /** Returns the form of a name in file names: in lower case, and with two digits. */
  public static String canonical(String written) {
    return written.toLowerCase(Locale.ROOT).replaceFirst("^(?=\\d)", "fig").replaceFirst("^fig(\\d)(?!\\d)", "fig0$1");
  }

  private static Stream<String> names(Figure figure) {
    return Stream.concat(Stream.of(figure.name()), figure.otherParts().stream());
  }

  /** Returns {@code fig09} for {@code fig09a}. */
  private static String whole(String part) {
    return part.replaceFirst("(?<=\\d\\d)[a-z]$", "");
  }
}
