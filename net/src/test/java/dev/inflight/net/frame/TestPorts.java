package dev.inflight.net.frame;

import dev.inflight.net.HostRules.Acks;
import dev.inflight.net.HostRules.InBand;
import dev.inflight.net.HostRules.Packets;
import dev.inflight.net.HostRules.Sending;
import dev.inflight.net.SwitchRules.Buffer;
import dev.inflight.net.SwitchRules.Marking;
import dev.inflight.net.HostProfile;
import dev.inflight.net.Clock;
import dev.inflight.net.EgressPort;
import dev.inflight.net.EventLoop;
import dev.inflight.net.Fabric;
import dev.inflight.net.Framing;
import dev.inflight.net.GoBackN;
import dev.inflight.net.HostRules;
import dev.inflight.net.Observer;
import dev.inflight.net.SeededEcmp;
import dev.inflight.net.Star;
import dev.inflight.net.SplitMix;
import dev.inflight.net.SwitchRules;
import dev.inflight.net.UnlimitedNic;
import java.util.Map;

/** Ports of a star: hosts 0 to 2, switch 3. */
final class TestPorts {
  private static final long RATE = 100_000_000_000L;

  private TestPorts() {
  }

  /** A port whose cable leads to its peer, in a fabric in which nothing happens. */
  static EgressPort of(int node, int number) {
    var hosts = new HostRules(new Packets(Framing.ROCEV2, Clock.EXACT, 1000), InBand.NOTHING, Acks.EACH,
        new Sending(true, 1, GoBackN.DEFAULT, UnlimitedNic.DEFAULT), HostProfile.OWN);
    var switches = new SwitchRules(Framing.ROCEV2, new Buffer(32 << 20, true, 1, 1 << 3),
        new Marking(Map.of(), port -> new SplitMix(1, port)::nextDouble), null);
    EventLoop never = (event, atPs) -> {
      throw new AssertionError("nothing is to happen here");
    };
    var fabric = new Fabric(new Star(3, RATE, 1_000_000).build(), hosts, switches, new SeededEcmp(1), never,
        (from, to) -> (packet, endPs) -> {
        }, Observer.NONE);
    return fabric.ports(node).get(number - 1);
  }
}
