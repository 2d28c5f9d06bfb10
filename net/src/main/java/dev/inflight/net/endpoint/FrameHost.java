package dev.inflight.net.endpoint;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.codec.ArrivingFlow;
import dev.inflight.net.codec.FrameDecoder;
import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.FlowFactory;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.host.Host;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostContext;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.FarEnd;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.rdma.QueuePairConnection;
import dev.inflight.net.rdma.ConnectionManager;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.QueuePairListener;
import dev.inflight.net.rdma.StreamFlow;
import dev.inflight.net.rdma.memory.ArrivingBytes;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.wire.header.Udp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host by itself: the same NIC, senders, receivers and queue pairs as in a fabric, attached to frames. A caller with the bytes
 * of frames and a loop can be an end of its flows; the two ends share no object.
 *
 * <p>It belongs to its loop's thread, as do all its parts. It keeps each flow and connection that it has had; with bytes in
 * messages, a connection only for as long as late messages of it may come. With bytes and sealed reports, it accepts no answer
 * without its seal.
 */
public final class FrameHost {
  private static final int LARGEST_QUEUE_PAIR = (1 << 24) - 1;
  private static final int FIRST_QUEUE_PAIR = 2;
  /** Number of flows and streams from which the host refuses flows of others, so that they cannot fill its memory. */
  private static final int MOST_FLOWS = 1 << 21;

  /**
   * The host's attachment.
   *
   * @param node its node number, which its addresses follow from
   * @param mac its MAC address, in the low 48 bits
   * @param nextMac MAC address of the other end of its cable
   * @param rateBitsPerSec rate of its NIC
   */
  public record Link(int node, long mac, long nextMac, long rateBitsPerSec) {
  }

  private final HostConfig rules;
  private final EventLoop loop;
  private final Link link;
  private final PacketPool pool;
  private final HostContext context;
  private final Host host;
  private final Nic nic;
  private final ConnectionManager connections;
  private final FlowLookup flows = new FlowLookup();
  private final FrameEncoder encoder;
  private final FrameDecoder decoder;
  private final TimesOfSending sendTimes = new TimesOfSending();
  private final ArrivingBytes arriving = new ArrivingBytes();
  private final boolean takesFlows;
  private final boolean wantsSeals;
  private final boolean answersProbes;
  private long nextArrivalKey;
  private long unreadable;
  private boolean isUnreachable;

  /**
   * A host.
   *
   * @param rules rules by which it sends and receives
   * @param loop loop of its events
   * @param out receives its frames
   * @param observer receives events
   * @throws IllegalArgumentException if packets of such rules have no bytes
   */
  public FrameHost(Link link, HostConfig rules, EventLoop loop, FrameSink out, Observer observer) {
    this(link, rules, loop, out, observer, AddressBook.SIMULATED, false);
  }

  /**
   * Makes a host among hosts with other addresses.
   *
   * @param movesBytes true if messages have bytes: then {@link #receiveNow} takes frames, and there are no flows but connections
   */
  public FrameHost(Link link, HostConfig rules, EventLoop loop, FrameSink out, Observer observer, AddressBook addresses,
      boolean movesBytes) {
    this.rules = rules;
    this.loop = loop;
    this.link = link;
    var packets = rules.packets();
    var codec = rules.inBand().telemetry();
    var frames = new FrameRules(packets.framing(), packets.payloadBytes(), codec == null ? null : codec.format(),
        rules.inBand().seal() != null, true, rules.inBand().back().choosesLink(), addresses)
        .countingFlows(rules.inBand().back().countsFlows());
    encoder = new FrameEncoder(frames, movesBytes ? this::fill : null);
    decoder = new FrameDecoder(frames, flows, new FromOthers());
    pool = new PacketPool(rules.roomBytes());
    var paths = new OneLink();
    context = new HostContext(rules, paths, pool, observer);
    host = new Host(link.node, 1, List.of(context), ConnectionManager::new);
    long[] transmitPs = packets.clock().table(Framing.LARGEST_FRAME_BYTES, packets.framing().gapBytes(), link.rateBitsPerSec);
    nic = new Nic(new Port.Site(0, link.node, 1, FarEnd.UNKNOWN, link.rateBitsPerSec, 0, transmitPs, loop), host, rules.nic(),
        context.counters());
    host.add(nic);
    paths.through(nic);
    connections = (ConnectionManager) host.control();
    takesFlows = !movesBytes;
    wantsSeals = movesBytes && rules.inBand().seal() != null;
    answersProbes = rules.inBand().carrier() instanceof Probes && rules.inBand().seal() == null;
    if (movesBytes) {
      connections.moveBytes(arriving);
      var afterlife = new TimeWaitTable(loop, rules.sending().retransmitTimeoutPs(), this::forget);
      connections.aftermath(afterlife);
    }
    nextArrivalKey = nic.firstArrivalKey();
    nic.attach((packet, endPs) -> send(packet, endPs, out));
  }

  private void fill(Packet packet, byte[] frame, int at, int bytes) {
    if (bytes > 0 && !((StreamFlow) packet.flow()).copy(packet.sequence, frame, at, bytes)) {
      isUnreachable = true;
    }
  }

  private void send(Packet packet, long endPs, FrameSink out) {
    sendTimes.leaves(packet);
    int length = encoder.encode(packet, link.mac, link.nextMac);
    if (isUnreachable) { // a frame that has other bytes than it should never leaves
      isUnreachable = false;
      ((StreamFlow) packet.flow()).unreachable(packet.sequence, endPs);
      pool.release(packet);
      return;
    }
    pool.release(packet);
    out.take(encoder.frame(), length, endPs);
  }

  /**
   * Takes a frame, and handles it in the loop. A frame that cannot be read, or is for another host, is counted and dropped.
   *
   * @param length its bytes from {@code offset} on, without a frame check sequence
   * @param arrivalPs time at which its last bit arrives, in picoseconds; not before that of the event that is running now
   */
  public void receive(byte[] frame, int offset, int length, long arrivalPs) {
    Packet packet = read(frame, offset, length, arrivalPs);
    if (packet != null) {
      loop.schedule(packet, arrivalPs);
    }
  }

  /** Takes a frame that has arrived just now, and handles it at once: as {@link #receive}, where the frame's bytes are needed. */
  public void receiveNow(byte[] frame, int offset, int length, long nowPs) {
    Packet packet = read(frame, offset, length, nowPs);
    if (packet != null) {
      packet.timePs = nowPs;
      if (packet.kind == Packet.Kind.DATA) {
        arriving.frame = frame;
        arriving.at = decoder.payloadAt();
      }
      packet.fire();
    }
  }

  private @Nullable Packet read(byte[] frame, int offset, int length, long arrivalPs) {
    Packet packet = pool.take();
    if (decoder.decode(frame, offset, length, packet) != DecodeStatus.READ || !isForThisHost(packet)
        || !takesFlows && isProbe(packet) && !(answersProbes && packet.kind == Packet.Kind.PROBE)) {
      unreadable++;
      pool.release(packet);
      return null;
    }
    if (wantsSeals && !isGenuine(packet)) {
      pool.release(packet);
      return null;
    }
    packet.at = nic;
    packet.key = nextArrivalKey++;
    sendTimes.arrives(packet, arrivalPs);
    return packet;
  }

  /**
   * True if the receiver would answer the packet although it has no data. Hosts with bytes in their messages must not answer
   * probes of others, unless their own rules have probes and no seals.
   */
  private static boolean isProbe(Packet packet) {
    return packet.kind.taker == Packet.Kind.Taker.RECEIVER && packet.kind != Packet.Kind.DATA;
  }

  /** Pauses or resumes a priority, by a frame of the link's other end; the caller keeps the pause's duration. */
  public void pause(int priority, boolean paused, long nowPs) {
    Packet packet = pool.take();
    packet.becomePauseFrame(paused ? Packet.Kind.PAUSE : Packet.Kind.RESUME, priority, rules.packets().framing().pauseBytes(),
        nowPs);
    packet.at = nic;
    packet.fire();
  }

  /** Reports whether an answer comes from the flow's receiver. A congestion notification has no content to seal. */
  private static boolean isGenuine(Packet packet) {
    if (packet.kind.taker != Packet.Kind.Taker.SENDER || packet.kind == Packet.Kind.CNP) {
      return true;
    }
    Sender sender = Sender.of(packet.flow());
    return sender == null || sender.isGenuine(packet);
  }

  private void forget(QueuePairConnection connection) {
    if (!connection.isOpen()) { // the refused host may have requested it again
      forget(connection.forward());
      forget(connection.reverse());
    }
  }

  private void forget(Flow stream) {
    flows.remove(stream);
    sendTimes.forget(stream);
  }

  /** A cable also delivers to a host frames for others, and its own. */
  private boolean isForThisHost(Packet packet) {
    Flow flow = packet.flow;
    return flow == null || (packet.kind.forward ? flow.destination() : flow.source()) == link.node;
  }

  /**
   * Starts a flow from here now.
   *
   * @param flow with a number less than 2^24 - 3, so that its queue pair states it
   * @throws IllegalArgumentException if it is not, or if the flow is not from here
   */
  public Sender start(Flow flow, CongestionControl control, Pacing pacing, PathFacts path, long nowPs) {
    if (flow.source() != link.node || flow.id() != number(flow.queuePair())) {
      throw new IllegalArgumentException(
          flow + " is not one that begins at host " + link.node + " and with a queue pair that states its number");
    }
    flows.add(flow);
    return host.start(flow, control, pacing, path, nowPs);
  }

  /**
   * Requests a connection from another host; operations may be posted at once and wait until it is granted.
   *
   * @param id number of the stream from here; the one back has the next, and no other flow between the two may have either
   */
  public QueuePair connect(int id, QueuePairConnection.Request request, QueuePairConnection.Controls controls,
      QueuePairListener listener, long nowPs) {
    int payloadBytes = rules.packets().payloadBytes();
    if (payloadBytes < Message.READ_REQUEST_BYTES) {
      throw new IllegalArgumentException(
          "a READ request takes " + Message.READ_REQUEST_BYTES + " bytes of a packet, which holds " + payloadBytes);
    }
    var connection = new QueuePairConnection(id, request, payloadBytes, nowPs);
    flows.add(connection.forward());
    flows.add(connection.reverse());
    return connections.connect(connection, controls, listener, nowPs);
  }

  /** The number of a flow, which its queue pair's follows from. */
  private static int number(int queuePair) {
    return queuePair - FIRST_QUEUE_PAIR;
  }

  /** Connection manager of its queue pairs and its memory. */
  public ConnectionManager connections() {
    return connections;
  }

  /** The host. */
  public Host host() {
    return host;
  }

  /** Counters of the host. */
  public HostCounters counters() {
    return context.counters();
  }

  /** Number of frames that could not be read, or were not for this host. */
  public long unreadable() {
    return unreadable;
  }

  /** Number of flows, and streams of connections, in its memory. */
  public int flows() {
    return flows.count();
  }

  /** Packets that it holds. */
  public int packetsInside() {
    return pool.outstanding();
  }

  /** Takes flows and connections that other hosts start. */
  private final class FromOthers implements FlowFactory {
    private boolean isForUs(int queuePair, int source, int destination, int priority) {
      return destination == link.node && source != FrameAddresses.NO_NODE && source != destination && priority >= 1
          && priority <= 7 && queuePair >= FIRST_QUEUE_PAIR && queuePair < LARGEST_QUEUE_PAIR && flows.count() < MOST_FLOWS;
    }

    @Override
    public @Nullable Flow flow(int queuePair, int source, int destination, int sourcePort, int priority) {
      return takesFlows && isForUs(queuePair, source, destination, priority)
          ? new ArrivingFlow(number(queuePair), source, destination, sourcePort, Udp.ROCE_V2, priority)
          : null;
    }

    @Override
    public @Nullable Flow connection(int queuePair, int source, int destination, int sourcePort, int destinationPort,
        int priority) {
      if (!isForUs(queuePair, source, destination, priority)) {
        return null;
      }
      var request = new QueuePairConnection.Request(source, destination, sourcePort, destinationPort, priority);
      return new QueuePairConnection(number(queuePair), request, rules.packets().payloadBytes(), 0).forward();
    }
  }
}
