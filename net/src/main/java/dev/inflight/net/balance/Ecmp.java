package dev.inflight.net.balance;

import dev.inflight.net.link.Flow;
import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.PortChoice;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.telemetry.util.Check;

/**
 * A hash chooses the port, the same for all packets of a flow (ECMP, RFC 2992).
 *
 * @param fields header fields that switches hash; UDP ports or queue pair numbers distinguish flows between the same two hosts
 * @param perSwitch whether each switch uses its own hash; otherwise each tier repeats the choice of the tier before, and some
 * paths stay unused
 * @param seed seed of the hash, 0 or more; 0: the scenario's
 */
public record Ecmp(Fields fields, boolean perSwitch, long seed) implements Routing {
  /** Default as in switches: addresses and ports, a seed for each switch. */
  public static final Ecmp DEFAULT = new Ecmp(Fields.FIVE_TUPLE, true, 0);

  /** Fields of a packet that are hashed. */
  public enum Fields {
    /** Addresses and UDP ports; each flow has a different source port. */
    FIVE_TUPLE,
    /** Addresses and the number of the queue pair at the destination (E-ECMP: SIGCOMM'24, RDMA over Ethernet at Meta). */
    QUEUE_PAIR,
    /** Addresses: all flows between two hosts share a path, as with NICs that use one source port for all queue pairs. */
    ADDRESSES,
    /** The destination's address: all flows to a host leave each switch through the same port. */
    DESTINATION
  }

  /** Checks the range. */
  public Ecmp {
    Check.count("seed", seed, 0);
  }

  @Override
  public String name() {
    return "ecmp";
  }

  @Override
  public boolean hashesSourcePorts() {
    return fields == Fields.FIVE_TUPLE;
  }

  @Override
  public PortChoice choice(EcmpHash usual) {
    EcmpHash hash = seed == 0 ? usual : new SeededEcmp(seed);
    return fields == Fields.FIVE_TUPLE && perSwitch ? hash : new OfFields(fields, perSwitch, hash);
  }

  /** A hash over other fields, at switches; hosts choose their NIC by addresses and ports. */
  private record OfFields(Fields fields, boolean perSwitch, EcmpHash hash) implements EcmpHash {
    private static final int PORT_BITS = 16;
    private static final int PORT_MASK = (1 << PORT_BITS) - 1;
    private static final int ALL_SWITCHES = 0;

    @Override
    public int hash(Flow flow, boolean forward, int entropy, int node, boolean isHost) {
      if (isHost) {
        return hash.hash(flow, forward, entropy, node, true);
      }
      int source = forward ? flow.source() : flow.destination();
      int destination = forward ? flow.destination() : flow.source();
      int at = perSwitch ? node : ALL_SWITCHES;
      return switch (fields) {
        case FIVE_TUPLE -> hash.hash(flow, forward, entropy, at, false);
        case QUEUE_PAIR ->
          hash.hash(source, destination, flow.queuePair() & PORT_MASK, flow.queuePair() >>> PORT_BITS, at, false);
        case ADDRESSES -> hash.hash(source, destination, 0, 0, at, false);
        case DESTINATION -> hash.hash(0, destination, 0, 0, at, false);
      };
    }

    @Override
    public int hash(int source, int destination, int sourcePort, int destinationPort, int node, boolean isHost) {
      return hash.hash(source, destination, sourcePort, destinationPort, node, isHost);
    }
  }
}
