package dev.inflight.live;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.cc.MarkEcho;
import dev.inflight.live.device.Device;
import dev.inflight.live.forward.SoftSwitches;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.TestFrame;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Soft switch between two devices: hosts 0 and 1 of a star, with PFC and native telemetry. */
public final class SoftPair {
  private static final long TIMEOUT_PS = 1_000_000_000;
  private static final int MAC_BYTES = 6;

  private SoftPair() {
  }

  /** Creates the switch. */
  public static SoftSwitches between(Device one, Device other, long rateBitsPerSec, RealLoop loop) {
    var topology = new Star(2, rateBitsPerSec, 0).build();
    var switches = new SoftSwitches(topology, NativeFormat.DEFAULT, AddressBook.SIMULATED,
        port -> port.number() == 1 ? one : other, loop);
    var hostRules = new HostConfig(new HostConfig.Packets(Framing.ROCEV2, SerializationTime.EXACT, 1000),
        new HostConfig.InBand(NativeFormat.DEFAULT, 8, null, 0),
        new HostConfig.Acks(1, TIMEOUT_PS, false, MarkEcho.WITH_OTHERS, 0, null),
        new HostConfig.Sending(true, TIMEOUT_PS, GoBackN.DEFAULT, UnlimitedNic.DEFAULT));
    var switchRules = new SwitchConfig(Framing.ROCEV2, new SwitchConfig.Buffer(32 << 20, true, 1, 1 << 3),
        new SwitchConfig.Marking(Map.of(), _ -> () -> 0.5), RoundRobinQueues.DEFAULT);
    var fabric = new Fabric(topology, List.of(hostRules), switchRules, RoutingRules.by(new SeededEcmp(1)), _ -> loop,
        (from, _) -> switches.from(from), _ -> switches.observer());
    switches.begin(fabric);
    return switches;
  }

  /** Frame from host 0 to host 1 of this length, with telemetry. */
  static byte[] frame(int length) {
    int header = TestFrame.write(false, 0).with(NativeFormat.DEFAULT, PathQuery.QUEUEING).bytes().length;
    byte[] frame = TestFrame.write(false, length - header).with(NativeFormat.DEFAULT, PathQuery.QUEUEING).bytes();
    Arrays.fill(frame, 0, MAC_BYTES, (byte) 0xFF); // to any device
    return frame;
  }
}
