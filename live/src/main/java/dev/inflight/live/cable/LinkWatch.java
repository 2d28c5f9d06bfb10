package dev.inflight.live.cable;

import dev.inflight.live.device.Device;
import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import java.util.BitSet;
import java.util.function.Function;

/**
 * Event that checks ten times a second whether the interfaces at both ends of each cable are up: if one is down, the cable has
 * failed.
 */
public final class LinkWatch extends Event {
  private static final long PERIOD_PS = 100_000_000_000L;

  private final Fabric fabric;
  private final Function<Port, Device> devices;
  private final EventLoop loop;
  private final BitSet down = new BitSet();

  /**
   * Creates a watch that has not started.
   *
   * @param devices device of each port
   */
  public LinkWatch(Fabric fabric, Function<Port, Device> devices, EventLoop loop) {
    this.fabric = fabric;
    this.devices = devices;
    this.loop = loop;
    key = Long.MAX_VALUE - 4; // after the traffic of the same instant
  }

  /** Starts the watch; the first check follows after one period. */
  public void begin() {
    loop.schedule(this, PERIOD_PS);
  }

  @Override
  public void fire() {
    long nowPs = timePs;
    Cabling cabling = fabric.cabling();
    int cables = fabric.topology().links().size();
    for (int cable = 0; cable < cables; cable++) {
      int a = cabling.endA(cable);
      int b = cabling.endB(cable);
      boolean isDown = !devices.apply(fabric.port(a)).isUp() || !devices.apply(fabric.port(b)).isUp();
      if (isDown != down.get(cable)) {
        down.set(cable, isDown);
        fabric.setLink(cabling.node(a), cabling.node(b), !isDown, nowPs);
      }
    }
    loop.schedule(this, nowPs + PERIOD_PS);
  }
}
