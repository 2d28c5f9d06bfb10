package dev.inflight.lab.scenario;

import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.lab.scenario.switches.EcnText;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.sim.change.LinkDegraded;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Default marking thresholds of switches: those of the scheme, if it uses marks, otherwise of the first class's scheme that does.
 */
public final class EcnDefaults {
  private EcnDefaults() {
  }

  /** Adds thresholds for all rates of switches' links, configured or announced by events, that lack thresholds for all ports. */
  public static void fill(SetupBuilder setup) {
    Scheme marked = Stream.concat(Stream.of(setup.scheme), setup.classes.stream().map(FlowClass::scheme))
        .filter(scheme -> scheme.signals().contains(Signal.ECN)).findFirst().orElse(null);
    if (marked == null || !setup.marking.usesThresholds()) {
      return;
    }
    var marking = new TreeMap<>(setup.ecn);
    for (Topology.Link link : LinkDegraded.statedLinks(setup.topology, setup.events)) {
      long rate = link.rateBitsPerSec();
      if (!marking.containsKey(PortClass.ofRate(rate))
          && (setup.topology.isSwitch(link.a()) || setup.topology.isSwitch(link.b()))) {
        EcnThresholds thresholds = of(marked, rate);
        if (thresholds != null) {
          marking.put(PortClass.ofRate(rate), thresholds);
        }
      }
    }
    setup.ecn = marking;
  }

  private static @Nullable EcnThresholds of(Scheme scheme, long rateBitsPerSec) {
    MarkingThresholds thresholds = scheme.markingThresholds(rateBitsPerSec);
    return thresholds == null ? null : new EcnThresholds(thresholds.kMinBytes(), thresholds.kMaxBytes(), thresholds.pMax());
  }

  /** Example of an entry for messages: that of the scheme, or otherwise of DCQCN. */
  static String example(Scheme scheme, long rateBitsPerSec) {
    EcnThresholds own = of(scheme, rateBitsPerSec);
    return entry(rateBitsPerSec, own == null ? Objects.requireNonNull(of(Dcqcn.DEFAULT, rateBitsPerSec)) : own);
  }

  /** Returns an entry of {@code ecn} for all ports of a rate. */
  public static String entry(long rateBitsPerSec, EcnThresholds thresholds) {
    return EcnText.entry(PortClass.ofRate(rateBitsPerSec), thresholds);
  }
}
