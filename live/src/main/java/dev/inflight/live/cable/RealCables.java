package dev.inflight.live.cable;

import dev.inflight.live.device.Device;
import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.endpoint.TimesOfSending;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.Part;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Cables of a fabric with interfaces of this machine as ports. Hosts and switches are those of a simulation, but only frames pass
 * between them: data outside a frame does not reach the other end. For one thread.
 */
public final class RealCables {
  private final FrameCodec codec;
  private final Function<Port, Device> devices;
  private final IntPredicate isSwitch;
  private final EventLoop loop;
  private final CableCounters counters = new CableCounters();
  private final List<CableEnd> ends = new ArrayList<>();
  private final Map<Integer, TimesOfSending> sendTimes = new HashMap<>();

  /**
   * Creates cables that are not connected yet.
   *
   * @param rules rules of frames
   * @param devices interface of each port
   * @param isSwitch true for the number of a node that is a switch
   */
  public RealCables(FrameRules rules, Function<Port, Device> devices, IntPredicate isSwitch, EventLoop loop) {
    codec = FrameCodec.of(rules);
    this.devices = devices;
    this.isSwitch = isSwitch;
    this.loop = loop;
  }

  /** End of a cable at a port. */
  public Wire from(Port port) {
    TimesOfSending times = isSwitch.test(port.node()) ? null : sendTimes.computeIfAbsent(port.node(), _ -> new TimesOfSending());
    var end = new CableEnd(port, devices.apply(port), codec, times, loop, counters);
    ends.add(end);
    return end;
  }

  /** Starts the cables of a fabric when all ports have them: frames may arrive from now on. */
  public void begin(Fabric fabric) {
    Part all = fabric.parts().getFirst();
    ends.forEach(end -> end.begin(all.pool()));
  }

  /** Watches the interfaces from now on: a cable fails while one of its interfaces is down. Call it after {@link #begin}. */
  public void watch(Fabric fabric) {
    new LinkWatch(fabric, devices, loop).begin();
  }

  /** Counters of all cables. */
  public CableCounters counters() {
    return counters;
  }
}
