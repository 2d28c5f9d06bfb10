package dev.inflight.live.forward;

import dev.inflight.live.cable.LinkWatch;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Switches of a fabric with interfaces of this machine as ports, and with any hosts at the other ends. They forward IPv4 and IPv6
 * between the addresses of the fabric's hosts, over all shortest routes. They are the simulator's own switches: ports send at
 * their link's rate, packets wait in queues and shared memory, and switches mark packets, pause neighbors and write telemetry.
 *
 * <p>They are routers, without ARP or neighbor discovery: the port's MAC address is that of a host's gateway. For one thread.
 */
public final class SoftSwitches {
  private final Topology topology;
  private final Function<Port, Device> devices;
  private final EventLoop loop;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final ForwardingCounters counters = new ForwardingCounters();
  private final Map<Integer, FrameMemory> memories = new HashMap<>(); // by switch
  private final List<ForwardingEnd> ends = new ArrayList<>();

  /**
   * Creates switches without their fabric.
   *
   * @param telemetry format that their ports write, or null
   * @param devices interface of each switch port; the devices of one switch share a frame memory
   * @param loop loop that runs the switches
   */
  public SoftSwitches(Topology topology, @Nullable TelemetryFormat telemetry, AddressBook addresses,
      Function<Port, Device> devices, EventLoop loop) {
    this.topology = topology;
    this.devices = devices;
    this.loop = loop;
    var head = new FrameHead(telemetry);
    reader = new FrameReader(head, addresses, node -> node < topology.nodeCount() && !topology.isSwitch(node), counters);
    writer = new FrameWriter(head, 2 * topology.links().size(), counters);
  }

  /**
   * Cable from a port of a switch, or from a port of a host, which sends nothing.
   *
   * @throws IllegalArgumentException if its device has a different memory from those of the switch's other ports
   */
  public Wire from(Port port) {
    if (!(port instanceof SwitchPort ours)) {
      return (packet, endPs) -> {
        throw new IllegalStateException(port + " is of a host that is not ours, and sends " + packet);
      };
    }
    Device device = devices.apply(port);
    if (memories.computeIfAbsent(port.node(), _ -> device.memory()) != device.memory()) {
      throw new IllegalArgumentException(
          port + " has its frames in another memory than other ports of its switch, between which they go without being copied");
    }
    boolean toHost = !topology.isSwitch(port.far().node());
    var end = new ForwardingEnd(ours, device, reader, writer, loop, counters, toHost ? port.delayPs() : 0);
    ends.add(end);
    return end;
  }

  /** Observer of events on links: lost frames return their memory. */
  public Observer observer() {
    return new Losses();
  }

  /** Starts the switches when all ports have their cables: frames may arrive from now on. */
  public void begin(Fabric fabric) {
    ends.forEach(end -> end.begin(fabric.parts().getFirst().pool()));
    new LinkWatch(fabric, port -> devices.apply(port instanceof SwitchPort ? port : port.peer()), loop).begin();
  }

  /** Counters of all switches. */
  public ForwardingCounters counters() {
    return counters;
  }

  private final class Losses implements Observer {
    @Override
    public void packetLost(Port port, Packet packet, LinkObserver.Loss why, long nowPs) {
      if (packet.kind.isLinkControl()) {
        return; // no frame was created for it yet
      }
      devices.apply(port).memory().give(packet.frameAt());
      if (why == LinkObserver.Loss.BUFFER) {
        counters.dropped++;
      } else {
        counters.lostOnLinks++;
      }
    }
  }
}
