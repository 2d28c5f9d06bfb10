package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.FabricNamespaces;
import dev.inflight.livetools.live.machine.HostNetwork;
import dev.inflight.livetools.live.machine.LiveDevices;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.live.device.Device;
import dev.inflight.live.forward.ForwardingCounters;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Texts of a forwarding fabric at its start and at its end. */
final class UpText {
  private static final int PORTS_SHOWN = 5;
  private static final double PERCENT = 100;

  private UpText() {
  }

  static String greeting(Scenario scenario, FabricNamespaces namespaces, List<Device> devices) {
    int[] hosts = scenario.setup().topology().hosts();
    int first = hosts[0];
    int last = hosts[hosts.length - 1];
    int switches = scenario.setup().topology().nodeCount() - hosts.length;
    return String.format(Locale.ROOT,
        "up          %s, %s, %s%n" + "hosts       %s to %s: %s to %s, %s to %s%n" + "try         ip netns exec %s ping %s%n"
            + "end         ^C, or ./inflight live down %s%n",
        Humanize.count(hosts.length, "host"), Humanize.count(switches, "switch", "switches"),
        Humanize.count(devices.size(), "port"), namespaces.of(first), namespaces.of(last), HostNetwork.ipv4(first),
        HostNetwork.ipv4(last), HostNetwork.ipv6(first), HostNetwork.ipv6(last), namespaces.of(first), HostNetwork.ipv4(last),
        namespaces.fabric());
  }

  static String farewell(Topology topology, Fabric fabric, ForwardingCounters counters, LiveDevices devices, RealLoop loop) {
    var text = new StringBuilder(String.format(Locale.ROOT,
        "forwarded   %,d of %,d frames, counted at each switch; %,d got telemetry, %,d had no room for it%n"
            + "dropped     %,d by full queues, %,d on links, %,d for no host here, %,d for another MAC address, %,d out of hops, "
            + "%,d not IP, %,d damaged%n"
            + "beside      %,d lost on their way in, %,d not sent; the loop was idle for %.0f %% of the time%n",
        counters.forwarded, counters.received, counters.stamped, counters.withoutRoom, counters.dropped, counters.lostOnLinks,
        counters.unknownDestination, counters.otherStations, counters.expired, counters.notIp, counters.unreadable,
        devices.lostOnTheWayIn(), devices.notSent(), PERCENT * loop.idleShare()));
    var ports = new ArrayList<SwitchPort>();
    long pauses = 0;
    for (Switch each : fabric.switches()) {
      ports.addAll(List.of(each.ports()));
      pauses += each.pausesSent();
    }
    text.append(String.format(Locale.ROOT, "pauses      %,d sent, %,d received%n", pauses, counters.pausesReceived));
    ports.sort(Comparator.comparingLong(SwitchPort::peakBytes).reversed());
    ports.removeIf(port -> port.sentFrames() == 0);
    for (SwitchPort port : ports.subList(0, Math.min(PORTS_SHOWN, ports.size()))) {
      text.append(
          String.format(Locale.ROOT, "            %s port %d: longest queue %s, %,d frames, %,d marked%n",
              topology.name(port.node()), port.number(), Humanize.bytes(port.peakBytes()), port.sentFrames(), port.marks()));
    }
    return text.toString();
  }
}
