package dev.inflight.lab.scenario.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.link.Framing;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kinds of ports cover the frames of all classes of flows. */
class PortKindTest {
  private static SetupBuilder builder(Framing framing) {
    var setup = new SetupBuilder();
    setup.topology = new Star(3, 100_000_000_000L, 1_000_000).build();
    setup.flows.add(0, 2, 3, 100, 10_000, 0);
    setup.framing = framing;
    return setup;
  }

  private static List<PortKind> kinds(SetupBuilder setup) {
    return PortKind.of(setup.build(), PortKind.plainFrameBytes(setup.build()));
  }

  @Test
  void theLargestFrameOfAllClassesCounts() {
    List<PortKind> ipv4 = kinds(builder(Framing.ROCEV2));
    List<PortKind> ipv6 = kinds(builder(Framing.ROCEV2_IPV6));
    assertThat(ipv6.getFirst().neededBytes()).isGreaterThan(ipv4.getFirst().neededBytes());
    SetupBuilder larger = builder(Framing.ROCEV2);
    larger.classes.add(ofFraming(Framing.ROCEV2_IPV6));
    assertThat(kinds(larger)).isEqualTo(ipv6);
    SetupBuilder smaller = builder(Framing.ROCEV2_IPV6);
    smaller.classes.add(ofFraming(Framing.ROCEV2));
    assertThat(kinds(smaller)).isEqualTo(ipv6);
  }

  private static FlowClass ofFraming(Framing framing) {
    return new FlowClass("other", Hpcc.DEFAULT, NativeFormat.DEFAULT, new FlowClass.Own(framing, null, null, null, null));
  }
}
