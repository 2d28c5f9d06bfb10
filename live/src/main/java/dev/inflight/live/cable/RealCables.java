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
 * The cables of a fabric with interfaces of this machine as ports. Hosts and switches are those of a simulation; between them go frames, and
 * nothing else: what a frame does not carry, the other end does not know. One thread.
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
   * Cables that are not there yet.
   *
   * @param rules of frames
   * @param devices the interface that is a port
   * @param isSwitch whether a node, by its number, is a switch
   */
  public RealCables(FrameRules rules, Function<Port, Device> devices, IntPredicate isSwitch, EventLoop loop) {
    codec = FrameCodec.of(rules);
    this.devices = devices;
    this.isSwitch = isSwitch;
    this.loop = loop;
  }

  /** The end of a cable at a port. */
  public Wire from(Port port) {
    TimesOfSending times = isSwitch.test(port.node()) ? null : sendTimes.computeIfAbsent(port.node(), _ -> new TimesOfSending());
    var end = new CableEnd(port, devices.apply(port), codec, times, loop, counters);
    ends.add(end);
    return end;
  }

  /** All ports of a fabric have their cables: frames may come from now on. */
  public void begin(Fabric fabric) {
    Part all = fabric.parts().getFirst();
    ends.forEach(end -> end.begin(all.pool()));
  }

  /** From now on a cable with interfaces that go down has failed, and works again when they are up; after {@link #begin}. */
  public void watch(Fabric fabric) {
    new LinkWatch(fabric, devices, loop).begin();
  }

  /** What they have counted. */
  public CableCounters counters() {
    return counters;
  }
}
