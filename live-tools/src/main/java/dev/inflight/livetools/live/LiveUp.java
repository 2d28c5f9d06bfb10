package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.FabricNamespaces;
import dev.inflight.livetools.live.machine.FrameRoom;
import dev.inflight.livetools.live.machine.HostNetwork;
import dev.inflight.livetools.live.machine.Ip;
import dev.inflight.livetools.live.machine.LiveDevices;
import dev.inflight.livetools.live.machine.Privileges;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.live.device.Device;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.LinkEvents;
import dev.inflight.live.os.OsException;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.event.Event;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.setup.FabricBuilder;
import dev.inflight.sim.setup.Setup;
import java.io.PrintStream;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Fabric of a scenario on this machine, which forwards packets of programs in its hosts' namespaces until the user ends it. The
 * scenario's flows do not run.
 *
 * @param forPs duration, in picoseconds; {@link Long#MAX_VALUE}: until it is ended
 * @param wanted kind of device; null: the best that this machine allows
 * @param whyNotXdp output: reasons why the device is not AF_XDP; empty at first
 */
public record LiveUp(Scenario scenario, long forPs, boolean quiet, Device.@Nullable Kind wanted, Waiting waiting, PrintStream out,
    PrintStream err, List<String> whyNotXdp) {
  private static final int LEAST_MTU = 1500;
  private static final int ETHERNET_BYTES = 14;
  private static final int TYPICAL_FRAME_BYTES = 512;

  /**
   * Runs and returns the program's exit code.
   *
   * @throws InputError if the scenario or this machine does not allow it
   */
  public int run() {
    try (var interruption = new Interruption(0, () -> {
    })) {
      return run(interruption::hasCome);
    }
  }

  /** Runs until {@code isOver} returns true; returns the program's exit code. */
  int run(BooleanSupplier isOver) {
    FrameRules rules = LiveChecks.checkForwarding(scenario);
    Privileges.require();
    try {
      return run(rules, isOver);
    } catch (Ip.Failure | OsException refused) {
      throw SourceLocation.of("live").error("this machine does not allow it: " + refused.getMessage());
    }
  }

  private int run(FrameRules rules, BooleanSupplier isOver) {
    List<String> orphans = FabricNamespaces.removeOrphans();
    if (!orphans.isEmpty()) {
      err.println("inflight: removed " + orphans.size() + " namespaces that an earlier run has left");
    }
    Setup setup = scenario.setup();
    Topology topology = setup.topology();
    int largest = Math.max(LEAST_MTU + ETHERNET_BYTES, LiveChecks.largestFrameBytes(setup));
    int waitingFrames = (int) Math.min(1 << 20, setup.bufferBytes() / TYPICAL_FRAME_BYTES);
    var opener = new PortOpener(wanted, whyNotXdp, err);
    try (var namespaces = FabricNamespaces.make(topology, largest);
        var devices = new LiveDevices(topology,
            (port, memory) -> opener.open(namespaces.of(port.node()), FabricNamespaces.of(port), memory),
            LiveChecks.chunkBytes(largest), waitingFrames);
        var sleeper = new PollSleeper()) {
      FrameRoom.require(devices.frameBytes(topology::isSwitch), SourceLocation.of(scenario.source()));
      HostNetwork.make(topology, namespaces, largest - ETHERNET_BYTES);
      var loop = new RealLoop(waiting, sleeper);
      var world = new ForwardingWorld(topology, rules, loop, devices);
      var fabric = new FabricBuilder(setup, _ -> world.switches().observer(), (_, wire) -> wire, Division.whole(topology),
          RankCollectives.NONE, world);
      devices.awaitUp();
      if (!quiet) {
        out.print(UpText.greeting(scenario, namespaces, devices.all()));
        out.flush();
      }
      world.timeline().schedule(new Ending(world, isOver), 0);
      try (var links = new HostLinks(topology, namespaces::of, world.timeline(), err, LinkEvents::new)) {
        links.begin();
        world.timeline().run(forPs);
      }
      if (!quiet) {
        out.print(UpText.farewell(topology, fabric.fabric, world.switches().counters(), devices, loop));
        out.flush();
      }
      return 0;
    }
  }

  /** Event that periodically checks whether the program should end. */
  private static final class Ending extends Event {
    private static final long PERIOD_PS = 50_000_000_000L;

    private final ForwardingWorld world;
    private final BooleanSupplier isOver;

    Ending(ForwardingWorld world, BooleanSupplier isOver) {
      this.world = world;
      this.isOver = isOver;
      key = Long.MAX_VALUE;
    }

    @Override
    public void fire() {
      if (isOver.getAsBoolean()) {
        world.timeline().stop();
      }
      world.timeline().schedule(this, timePs + PERIOD_PS);
    }
  }
}
