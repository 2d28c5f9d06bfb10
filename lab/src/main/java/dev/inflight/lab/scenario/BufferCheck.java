package dev.inflight.lab.scenario;

import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.switches.ProfilesText;
import dev.inflight.net.switching.pfc.Headroom;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.setup.Priorities;
import dev.inflight.sim.setup.Setup;
import java.math.BigInteger;
import java.util.Arrays;

/** Checks that the buffer of each switch has room for the memory reserved for its ports, or for a packet. */
public final class BufferCheck {
  private static final long MIB = 1L << 20;
  private static final SetAside NONE = new SetAside(0, BigInteger.ZERO);

  /**
   * Reserved memory of a switch.
   *
   * @param node number of the switch; the first of several with as many bytes
   * @param bytes reserved bytes of its buffer
   */
  public record SetAside(int node, BigInteger bytes) {
  }

  private BufferCheck() {
  }

  /**
   * Rejects a buffer without shared memory.
   *
   * @param places places of the buffer, the PFC profile and the topology; the error has the first that is set
   */
  static void check(KeyLocations places, Setup setup) {
    long bufferBytes = setup.bufferBytes();
    SourceLocation place = places.has("buffer")
        ? places.of("buffer")
        : places.has("pfcProfile") ? places.of("pfcProfile") : places.of("topology");
    String buffer = "the buffer of " + plain(bufferBytes) + (places.has("buffer") ? "" : " (the default)");
    if (!setup.pfc()) {
      if (bufferBytes < Headroom.LARGEST_FRAME_BYTES) {
        throw place.error(buffer + " is too small: it must hold a frame of " + Headroom.LARGEST_FRAME_BYTES + " bytes");
      }
      return;
    }
    refuseCables(places, setup);
    int priorities = priorities(setup);
    SetAside most = mostSetAside(setup);
    if (most.bytes.compareTo(BigInteger.valueOf(bufferBytes)) >= 0) {
      BigInteger smallest = most.bytes.add(BigInteger.ONE);
      BigInteger mib = smallest.add(BigInteger.valueOf(MIB - 1)).divide(BigInteger.valueOf(MIB));
      String reserved = buffer + " is too small: " + setup.topology().name(most.node) + " reserves " + most.bytes
          + " bytes for its ports (PFC headroom and reserved memory" + of(priorities) + ")";
      if (smallest.compareTo(BigInteger.valueOf(Scenario.MAX_BUFFER_BYTES)) > 0) {
        throw place.error(reserved + ", which is more than the largest buffer, " + Scenario.MAX_BUFFER_BYTES
            + " bytes; use fewer or slower links, or set pfc: false");
      }
      throw place.error(reserved + "; set at least " + smallest + " bytes (" + mib + "MiB)");
    }
  }

  /** Switch with the largest headroom and reserved memory for its ports with PFC; none without switches or PFC. */
  public static SetAside mostSetAside(Setup setup) {
    if (!setup.pfc()) {
      return NONE;
    }
    Topology topology = setup.topology();
    BigInteger[] needed = new BigInteger[topology.nodeCount()];
    Arrays.fill(needed, BigInteger.ZERO);
    for (Topology.Link link : topology.links()) {
      for (int end : new int[] {link.a(), link.b()}) {
        if (topology.isSwitch(end)) {
          needed[end] = needed[end].add(setAside(setup, link, topology.isSwitch(link.a() + link.b() - end)));
        }
      }
    }
    SetAside most = NONE;
    for (int node = 0; node < needed.length; node++) {
      if (needed[node].compareTo(most.bytes) > 0) {
        most = new SetAside(node, needed[node]);
      }
    }
    return most;
  }

  /** Rejects switch ports that the profile does not cover. */
  private static void refuseCables(KeyLocations places, Setup setup) {
    Topology topology = setup.topology();
    for (Topology.Link link : topology.links()) {
      for (int end : new int[] {link.a(), link.b()}) {
        if (topology.isSwitch(end)) {
          refuse(places, setup, link, topology.isSwitch(link.a() + link.b() - end));
        }
      }
    }
  }

  private static void refuse(KeyLocations places, Setup setup, Topology.Link link, boolean toSwitch) {
    PfcProfile.Cable cable = cable(setup, link, toSwitch);
    refuse(places.of("pfcProfile"), setup.pfcRules().profile(), cable, link);
    for (PfcProfile profile : setup.pfcRules().byPriority().lossless().values()) {
      refuse(places.of(ProfilesText.KEY), profile, cable, link);
    }
  }

  private static void refuse(SourceLocation place, PfcProfile profile, PfcProfile.Cable cable, Topology.Link link) {
    String problem = profile.problem(cable);
    if (problem != null) {
      throw place.error(problem);
    }
    if (profile.limits(cable, link.rateBitsPerSec()) == null) { // code of users may not cover it
      throw place
          .error("pfcProfile " + profile.name() + ", class " + profile.getClass().getName() + ": method limits returned null");
    }
  }

  private static PfcProfile.Cable cable(Setup setup, Topology.Link link, boolean toSwitch) {
    return setup.pfcRules().cable(link.rateBitsPerSec(), link.delayPs(), toSwitch, setup.framing());
  }

  private static BigInteger setAside(Setup setup, Topology.Link link, boolean toSwitch) {
    return BigInteger.valueOf(setup.pfcRules().setAsideBytes(cable(setup, link, toSwitch), link.rateBitsPerSec(), ofFlows(setup),
        Priorities.hasApart(setup)));
  }

  /** Number of priorities with headroom; at least one, if the flows could not be read. */
  private static int priorities(Setup setup) {
    return setup.pfcRules().setAside(ofFlows(setup), Priorities.hasApart(setup), setup.framing());
  }

  private static int ofFlows(Setup setup) {
    int inUse = Priorities.inUse(setup);
    return inUse == 0 ? 1 << 3 : inUse;
  }

  private static String plain(long bytes) {
    return bytes + (bytes == 1 ? " byte" : " bytes");
  }

  private static String of(int priorities) {
    return priorities == 1 ? "" : " of " + priorities + " priorities";
  }
}
