package dev.inflight.sim.graph;

import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.column.RingShape;
import dev.inflight.sim.order.Requirements;
import dev.inflight.sim.order.TurnsBuilder;
import dev.inflight.sim.wildcard.OpenMessages;
import dev.inflight.sim.wildcard.OpenMessagesBuilder;
import dev.inflight.telemetry.util.Check;
import java.util.function.IntFunction;

/** Collects operations and their requirements, and checks that all of them can be done. Its memory grows only with its input. */
public final class GraphBuilder {
  /** The most operations of a graph, and the most requirements. */
  public static final int MOST = 1 << 30;

  /** Bytes of heap per operation while its graph is made, with its requirements and its part of a flow; 183 were measured. */
  public static final int OPERATION_BYTES = 190;

  /** Number of ring messages, with their receives and rows, that take as much memory as one other message. */
  public static final int RING_MESSAGES = 32;

  /** The most streams of a rank. */
  public static final int MOST_STREAMS = 1024;

  static final int NO_PARTNER = -1;

  /** Number of requirements that an operation has room for. */
  private static final long OWN_REQUIREMENTS = 2;
  /** Number of further requirements that take as much memory as another operation. */
  private static final long REQUIREMENTS = 8;

  private final int ranks;
  private final int most;
  private final String exceeded;
  private final OperationList list = new OperationList();
  private final CollectiveLabels collectives = new CollectiveLabels();
  private final Requirements requirements = new Requirements();
  private final MessageMatching matching = new MessageMatching(this);
  private final TurnsBuilder turns = new TurnsBuilder();
  private boolean sizesAtEnd;
  private int nicsOfRank = 1;
  private final OperationValues nics = new OperationValues();
  private final OperationValues channels = new OperationValues();

  /**
   * Makes a graph without operations.
   *
   * @param ranks number of ranks, 1 or more
   */
  public GraphBuilder(int ranks) {
    this(ranks, MOST, "more than " + MOST + " operations, or requirements");
  }

  /**
   * Makes a builder with memory for fewer operations. The operations of any input pass here, so too many are refused before
   * memory runs out.
   *
   * @param most operations, 1 or more
   * @param exceeded message for too many operations, or far too many requirements
   */
  public GraphBuilder(int ranks, int most, String exceeded) {
    if (ranks < 1) {
      throw new IllegalArgumentException("there are " + ranks + " ranks; at least one is needed");
    }
    this.ranks = ranks;
    this.most = Math.min(MOST, most);
    this.exceeded = exceeded;
  }

  public int ranks() {
    return ranks;
  }

  /** Number of operations so far. */
  public int operations() {
    return list.count();
  }

  /**
   * Adds a message and its two operations.
   *
   * @param from the rank that sends
   * @param to the rank that receives, another one
   * @param sizeBytes 1 or more
   * @return the send; the receive has the next number
   */
  public int message(int from, int to, long sizeBytes) {
    checkMessage(from, to, sizeBytes);
    int send = add(OperationGraph.Kind.SEND, from, list.count() + 1, sizeBytes);
    add(OperationGraph.Kind.RECEIVE, to, send, sizeBytes);
    return send;
  }

  /**
   * Adds a send; its receive is added separately. The n-th send of a rank to another one with a tag belongs to the n-th receive
   * with that tag there, in the order in which they are added.
   *
   * @return its number
   */
  public int send(int rank, int to, long sizeBytes, int tag) {
    checkMessage(rank, to, sizeBytes);
    int send = add(OperationGraph.Kind.SEND, rank, NO_PARTNER, sizeBytes);
    matching.add(send, rank, to, tag, true);
    return send;
  }

  /** Adds a receive; its send is added separately, see {@link #send}. */
  public int receive(int rank, int from, long sizeBytes, int tag) {
    checkMessage(rank, from, sizeBytes);
    int receive = add(OperationGraph.Kind.RECEIVE, rank, NO_PARTNER, sizeBytes);
    matching.add(receive, from, rank, tag, false);
    return receive;
  }

  /**
   * Adds a receive that accepts a message from any rank, or with any tag. All receives of its rank then take messages as they
   * arrive.
   *
   * @param from a rank, or {@link OpenMessagesBuilder#ANY_RANK}
   * @param tag 0 to 2^32 - 1, or {@link OpenMessagesBuilder#ANY_TAG}
   * @return its number
   */
  public int receiveAny(int rank, int from, long sizeBytes, long tag) {
    if (from != OpenMessagesBuilder.ANY_RANK && tag != OpenMessagesBuilder.ANY_TAG) {
      return receive(rank, from, sizeBytes, (int) tag);
    }
    if (from == OpenMessagesBuilder.ANY_RANK) {
      checkRank(rank);
      checkSize(sizeBytes);
    } else {
      checkMessage(rank, from, sizeBytes);
    }
    int receive = add(OperationGraph.Kind.RECEIVE, rank, NO_PARTNER, sizeBytes);
    matching.addWild(receive, from, tag);
    return receive;
  }

  /** Defers the comparison of both ends' sizes until the graph is whole, because a later wildcard may change which ends match. */
  public void compareSizesAtEnd() {
    sizesAtEnd = true;
  }

  /**
   * Gives each rank several hosts, one for each of its NICs.
   *
   * @param number 1 to 256
   */
  public void nics(int number) {
    Check.check("NICs", number, 1, 256);
    nicsOfRank = number;
  }

  /** Sets the NIC of its rank by which a message leaves or arrives. */
  public void nic(int operation, int nic) {
    Check.check("NIC", nic, 0, nicsOfRank - 1);
    nics.set(list.rings.column(operation), nic);
  }

  /**
   * Sets the connection of a message, if its two ranks have several.
   *
   * @param send send of the message
   * @param channel 0 to {@link OperationGraph#MOST_CHANNELS} - 1; 0 where none is set
   */
  public void channel(int send, int channel) {
    Check.check("channel", channel, 0, OperationGraph.MOST_CHANNELS - 1);
    channels.set(list.rings.column(send), channel);
  }

  /**
   * Adds a computation.
   *
   * @param stream stream of the rank, 0 to 1023; computations of one stream run one after the other
   * @param durationPs duration in picoseconds, 0 or more; an operation without duration may only tie requirements together
   * @return its number
   */
  public int compute(int rank, int stream, long durationPs) {
    checkRank(rank);
    if (durationPs < 0 || stream < 0 || stream >= MOST_STREAMS) {
      throw new IllegalArgumentException("a computation of " + durationPs + " ps in stream " + stream + " of rank " + rank);
    }
    return add(OperationGraph.Kind.COMPUTE, rank, stream, durationPs);
  }

  /**
   * Adds all messages of a ring, which take no memory per message.
   *
   * @param before by place, an operation of its rank, of no ring, that must end first; {@link RingOperations#NONE} for none
   * @return the ring, with ends to be set by {@link #endRing}
   */
  public RingOperations ring(RingShape shape, int[] before) {
    for (int rank : shape.ranks()) {
      checkRank(rank);
    }
    Check.check("channel", shape.channel(), 0, OperationGraph.MOST_CHANNELS - 1);
    if (2 * shape.messages() > MOST - list.count()) {
      throw new IllegalArgumentException(exceeded);
    }
    return list.addRing(shape, collectives.current(), before);
  }

  /** Ends a ring. When a rank has sent and received all of it, its operation among these can start; by place, each of no ring. */
  public void endRing(RingOperations ring, int[] ends) {
    list.endRing(ring, ends);
  }

  /** Makes operation {@code after} start only when operation {@code before} has ended. */
  public void requires(int after, int before) {
    require(after, before, false);
  }

  /** Makes operation {@code after} start only when operation {@code before} has started, or later. */
  public void requiresBeginning(int after, int before) {
    require(after, before, true);
  }

  /**
   * Lets the n-th operation of the second list start when the n-th one of the first list ends, whichever that is.
   *
   * @param befores one at least, and as many as the others or more; one that counts twice occurs twice
   * @param afters operations in the order in which they start, one at least
   */
  public void inTurn(int[] befores, int[] afters) {
    for (int before : befores) {
      checkRequirement(afters[0], before);
    }
    for (int after : afters) {
      checkRequirement(after, befores[0]);
    }
    turns.add(befores, afters);
  }

  /** Starts a collective: operations that are added from here on belong to it. */
  public void begin(Collective collective) {
    begin(collective, HopDelays.none());
  }

  /** Starts a collective in which ranks take time for each message. */
  public void begin(Collective collective, HopDelays hops) {
    collectives.begin(collective, hops);
  }

  /** Ends the collective: operations that are added from here on belong to none. */
  public void end() {
    collectives.end();
  }

  private void require(int after, int before, boolean onlyStarted) {
    checkRequirement(after, before);
    if (requirements.count() >= MOST || held() > most) {
      throw new IllegalArgumentException(exceeded);
    }
    requirements.add(after, list.rings.column(before), onlyStarted, MOST);
  }

  private void checkRequirement(int after, int before) {
    if (after < 0 || after >= list.count() || before < 0 || before >= list.count()) {
      throw new IllegalArgumentException("there is no operation " + (after < 0 || after >= list.count() ? after : before));
    }
    list.checkRanks(after, before);
  }

  private void checkMessage(int rank, int peer, long sizeBytes) {
    checkRank(rank);
    checkRank(peer);
    if (rank == peer) {
      throw new IllegalArgumentException("a message from rank " + rank + " to itself");
    }
    checkSize(sizeBytes);
  }

  private static void checkSize(long sizeBytes) {
    if (sizeBytes < 1) {
      throw new IllegalArgumentException("a message of " + sizeBytes + " bytes");
    }
  }

  private void checkRank(int rank) {
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException("rank " + rank + " does not exist; ranks are 0 to " + (ranks - 1));
    }
  }

  /** Number of operations, plus their further requirements in units of operations' memory. */
  private long held() {
    long own = list.columns.count();
    return own + list.rings.operations() / RING_MESSAGES
        + Math.max(0, requirements.count() - OWN_REQUIREMENTS * own) / REQUIREMENTS;
  }

  private int add(OperationGraph.Kind kind, int rank, int partner, long amount) {
    if (held() >= most) {
      throw new IllegalArgumentException(exceeded);
    }
    collectives.label(list.columns.count());
    return list.add(kind, rank, partner, amount);
  }

  void pair(int send, int receive) {
    if (!sizesAtEnd) {
      list.compareSizes(send, receive, NO_PARTNER);
    }
    open(send, receive);
    open(receive, send);
  }

  boolean isSend(int operation) {
    return list.isSend(operation);
  }

  int rank(int operation) {
    return list.rank(operation);
  }

  void open(int operation, int partner) {
    list.partner(operation, partner);
  }

  /**
   * Builds the graph.
   *
   * @param names name of an operation in errors, such as {@code rank 3, l7}
   * @throws UnrunnableGraph with a sentence, when a send has no receive or a receive no send, or operations wait for each other
   */
  public OperationGraph build(IntFunction<String> names) {
    OpenMessages open = matching.open(list.count(), names);
    for (int send = 0; sizesAtEnd && send < list.count(); send++) {
      if (!list.isOfRing(send) && isSend(send) && list.partner(send) >= 0) {
        list.compareSizes(send, list.partner(send), Math.max(send, list.partner(send)));
      }
    }
    list.checkRings();
    matching.refuseUnmatched(names);
    int[] heads = requirements.heads(list.columns.count());
    var graph = new OperationGraph(ranks, list.count(), list.columns.trimmed(), list.rings,
        collectives.ofOperations(list.columns.count()), collectives.collectives(), collectives.delays(), heads,
        requirements.dependents(heads), turns.build(list.count()), open, nicsOfRank, nics.trimmed(list.columns.count()),
        channels.trimmed(list.columns.count()));
    CircleSearch.refuseCircles(graph, names);
    return graph;
  }
}
