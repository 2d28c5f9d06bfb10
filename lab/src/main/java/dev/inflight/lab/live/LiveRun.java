package dev.inflight.lab.live;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.run.Follower;
import dev.inflight.lab.run.Interruption;
import dev.inflight.lab.run.Run;
import dev.inflight.lab.run.Threads;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.choice.Devices;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.OsException;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.parts.Others;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.wire.header.Ethernet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a scenario in real time, with real packets: each host and each switch in a network namespace of its own, which are gone when it ends.
 *
 * @param wanted which kind of device; null: the best that this machine allows
 * @param whyNotXdp takes why it is not AF_XDP; empty at first
 */
public record LiveRun(Scenario scenario, @Nullable Path folder, boolean overwrite, boolean quiet, RunFolder.Opener opener,
    Device.@Nullable Kind wanted, Waiting waiting, PrintStream out, PrintStream err, List<String> whyNotXdp) {
  private static final int SMALL_CHUNK = 2048;
  private static final int LARGE_CHUNK = 4096;

  /** The same with its results in another folder. */
  LiveRun into(Path other) {
    return new LiveRun(scenario, other, overwrite, quiet, opener, wanted, waiting, out, err, whyNotXdp);
  }

  /**
   * Refuses what cannot be run live.
   *
   * @throws InputError saying so
   */
  public FrameRules check() {
    SourceLocation place = SourceLocation.of(scenario.source());
    Setup setup = scenario.setup();
    if (folder != null) {
      Run.checkFolder(folder, overwrite);
    }
    int[] ports = new int[setup.topology.nodeCount()];
    for (Topology.Link link : setup.topology.links()) {
      if (++ports[link.a()] > LiveDevices.MOST_PORTS || ++ports[link.b()] > LiveDevices.MOST_PORTS) {
        throw place.error("a node with more than " + LiveDevices.MOST_PORTS + " ports; a live run has memory for so many");
      }
    }
    if (setup.ties == TieOrder.SCHEDULING) {
      throw place.error("ties: scheduling is an order of simulated events; a live run goes with ties: port");
    }
    FrameRules rules = CaptureFiles.frames(setup, place);
    int largest = largestFrameBytes();
    if (largest > LARGE_CHUNK - FrameMemory.HEADROOM_BYTES) {
      throw place.error("frames of " + largest + " bytes with all their telemetry; a live run has room for "
          + (LARGE_CHUNK - FrameMemory.HEADROOM_BYTES) + ", which is a payload of about 3,500");
    }
    return rules;
  }

  /** The longest frame, telemetry of all hops included, without a frame check sequence. */
  private int largestFrameBytes() {
    Setup setup = scenario.setup();
    int telemetry = new Simulation(setup, Recorder.NONE).fabric().hosts().getFirst().rules().roomBytes();
    return setup.framing.dataBytes(setup.payloadBytes, telemetry, setup.framing.rethBytes()) - Ethernet.FCS_BYTES;
  }

  /**
   * Runs and returns the program's exit code.
   *
   * @throws InputError when this machine does not allow it
   */
  public int run() {
    FrameRules rules = check();
    Privileges.require();
    try {
      return run(rules);
    } catch (Ip.Failure | OsException refused) {
      throw SourceLocation.of("live").error("this machine does not allow it: " + refused.getMessage());
    }
  }

  private int run(FrameRules rules) {
    List<String> orphans = FabricNamespaces.removeOrphans();
    if (!orphans.isEmpty()) {
      err.println("inflight: removed " + orphans.size() + " namespaces that an earlier run has left");
    }
    int largest = largestFrameBytes();
    int chunkBytes = largest <= SMALL_CHUNK - FrameMemory.HEADROOM_BYTES ? SMALL_CHUNK : LARGE_CHUNK;
    try (var interruption = new Interruption();
        var rehearsal = new Rehearsal(scenario.setup());
        var namespaces = FabricNamespaces.make(scenario.setup().topology, largest);
        var devices = new LiveDevices(scenario.setup().topology, (port, memory) -> open(port, memory, namespaces), chunkBytes);
        var sleeper = new PollSleeper()) {
      rehearsal.virtual(rules, chunkBytes);
      if (!interruption.hasCome()) {
        rehearsal.real(world(rules, devices, sleeper));
        devices.awaitUp();
        devices.drain();
      }
      if (interruption.hasCome()) {
        return Run.INTERRUPTED; // before anything was written
      }
      return run(world(rules, devices, sleeper), interruption);
    }
  }

  private int run(LiveWorld world, Interruption interruption) {
    var one = new Threads(Division.whole(scenario.setup().topology), 1, "", Others.NONE);
    CaptureFiles none = CaptureFiles.of(List.of(), null, scenario.setup());
    Path to = folder != null ? folder : RunFolder.createNew(Run.RUNS, scenario.name());
    var options = new Run.Options(to, overwrite || folder == null, quiet, opener, none, one, () -> {
    }, Follower.NONE, world);
    int code = new Run(scenario, options, out, err).run(interruption);
    String said = LiveText.of(world);
    try {
      Files.writeString(to.resolve(LiveText.NAME), said);
    } catch (IOException failed) {
      throw new OutputError(to.resolve(LiveText.NAME), "write", failed);
    }
    if (!quiet) {
      out.print(said);
      out.flush();
    }
    err.print(LiveText.warning(world));
    err.flush();
    return code;
  }

  private LiveWorld world(FrameRules rules, LiveDevices devices, PollSleeper sleeper) {
    return new LiveWorld(scenario.setup().topology, rules, new RealLoop(waiting, sleeper), devices);
  }

  /** AF_XDP, or AF_PACKET where the machine refuses the first and nobody has asked for it; it says why once. */
  private Device open(Port port, FrameMemory memory, FabricNamespaces namespaces) {
    String namespace = namespaces.of(port.node());
    String name = FabricNamespaces.of(port);
    if (wanted != null || !whyNotXdp.isEmpty()) {
      return Devices.open(wanted != null ? wanted : Device.Kind.PACKET_RING, namespace, name, memory).device();
    }
    try {
      return Devices.open(Device.Kind.XDP, namespace, name, memory).device();
    } catch (OsException refused) {
      whyNotXdp.add(String.valueOf(refused.getMessage()));
      err.println("inflight: frames go through AF_PACKET and not AF_XDP: " + refused.getMessage());
      return Devices.open(Device.Kind.PACKET_RING, namespace, name, memory).device();
    }
  }
}
