package dev.inflight.net.codec;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostConfig.Acks;
import dev.inflight.net.host.HostConfig.InBand;
import dev.inflight.net.host.HostConfig.Packets;
import dev.inflight.net.host.HostConfig.Sending;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.SwitchConfig.Buffer;
import dev.inflight.net.switching.SwitchConfig.Marking;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.util.SplitMix;
import java.util.List;
import java.util.Map;

/** Ports of a star: hosts 0 to 2, switch 3. */
public final class TestPorts {
  private static final long RATE = 100_000_000_000L;

  private TestPorts() {
  }

  /** A port with a cable to its peer, in an idle fabric. */
  public static Port of(int node, int number) {
    var hosts = new HostConfig(new Packets(Framing.ROCEV2, SerializationTime.EXACT, 1000), InBand.NOTHING, Acks.EACH,
        new Sending(true, 1, GoBackN.DEFAULT, UnlimitedNic.DEFAULT));
    var switches = new SwitchConfig(Framing.ROCEV2, new Buffer(32 << 20, true, 1, 1 << 3),
        new Marking(Map.of(), port -> new SplitMix(1, port)::nextDouble), RoundRobinQueues.DEFAULT);
    EventLoop never = (event, atPs) -> {
      throw new AssertionError("nothing is to happen here");
    };
    var fabric = new Fabric(new Star(3, RATE, 1_000_000).build(), List.of(hosts), switches, RoutingRules.by(new SeededEcmp(1)),
        _ -> never, (from, to) -> (packet, endPs) -> {
        }, _ -> Observer.NONE);
    return fabric.ports(node).get(number - 1);
  }
}
