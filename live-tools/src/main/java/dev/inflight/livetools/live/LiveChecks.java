package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.LiveDevices;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.FrameFormats;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.wire.header.Ethernet;

/** Checks of scenarios for live runs. */
final class LiveChecks {
  private static final int SMALL_CHUNK = 2048;
  private static final int LARGE_CHUNK = 4096;

  private LiveChecks() {
  }

  /**
   * Rejects scenarios with features that hosts and switches with real packets do not support.
   *
   * @throws InputError with the unsupported feature
   */
  static FrameRules check(Scenario scenario) {
    SourceLocation place = SourceLocation.of(scenario.source());
    Setup setup = scenario.setup();
    int[] ports = new int[setup.topology().nodeCount()];
    for (Topology.Link link : setup.topology().links()) {
      if (++ports[link.a()] > LiveDevices.MOST_PORTS || ++ports[link.b()] > LiveDevices.MOST_PORTS) {
        throw place.error("a node with more than " + LiveDevices.MOST_PORTS + " ports; a live run has memory for so many");
      }
    }
    if (setup.ties() == TieOrder.SCHEDULING) {
      throw place.error("ties: scheduling is an order of simulated events; a live run goes with ties: port");
    }
    FrameRules rules = FrameFormats.one(setup, place);
    int largest = largestFrameBytes(setup);
    if (largest > LARGE_CHUNK - FrameMemory.HEADROOM_BYTES) {
      throw place.error("frames of " + largest + " bytes with all their telemetry; a live run has room for "
          + (LARGE_CHUNK - FrameMemory.HEADROOM_BYTES) + ", which is a payload of about 3,500");
    }
    return rules;
  }

  /**
   * Rejects the same scenarios, and those with features that forwarding-only switches do not support.
   *
   * @throws InputError with the unsupported feature
   */
  static FrameRules checkForwarding(Scenario scenario) {
    FrameRules rules = check(scenario);
    SourceLocation place = SourceLocation.of(scenario.source());
    if (scenario.setup().trim() != null) {
      throw place.error("trim: switches cut packets of our hosts only; `live run` does it, `live up` forwards whole frames");
    }
    Topology topology = scenario.setup().topology();
    for (Topology.Link link : topology.links()) {
      if (!topology.isSwitch(link.a()) && !topology.isSwitch(link.b())) {
        throw place
            .error("hosts " + link.a() + " and " + link.b() + " are cabled to each other; `live up` has switches between hosts");
      }
    }
    if (!(scenario.setup().switchFeedback() instanceof NoSwitchFeedback)) {
      throw place
          .error("switchFeedback: switches answer packets of our hosts only; `live run` does it, `live up` forwards frames");
    }
    return rules;
  }

  /** Length of the longest frame, in bytes, including telemetry of all hops, without a frame check sequence. */
  static int largestFrameBytes(Setup setup) {
    int telemetry = new Simulation(setup, Recorder.NONE).fabric().hosts().getFirst().rules().roomBytes();
    int headers = telemetry + setup.framing().markerBytes(telemetry);
    return setup.framing().dataBytes(setup.payloadBytes(), headers, setup.framing().rethBytes()) - Ethernet.FCS_BYTES;
  }

  /** Size of the memory chunk for a frame of this length and its headroom, in bytes. */
  static int chunkBytes(int largestFrameBytes) {
    return largestFrameBytes <= SMALL_CHUNK - FrameMemory.HEADROOM_BYTES ? SMALL_CHUNK : LARGE_CHUNK;
  }
}
