package dev.inflight.sim.graph;

import dev.inflight.sim.column.Countdown;
import dev.inflight.sim.column.OperationColumns;
import dev.inflight.sim.column.RingOperations;
import dev.inflight.sim.column.Rings;
import dev.inflight.sim.order.Turns;
import dev.inflight.sim.wildcard.OpenMessages;
import java.util.List;

/**
 * The program of the ranks of a parallel application. Its operations, each on one rank, start when those that they require have
 * ended (or started). Every send has the receive of its destination rank as its partner, or is one of {@link #open}. There is no
 * circle, so all of it can be done. Columns take some 30 B for an operation and 4 B for each that requires it; operations of
 * rings take no memory.
 */
public final class OperationGraph implements Job.Program {
  /** Kinds of operations. */
  public enum Kind {
    /** A message to another rank; it ends when the last byte is acknowledged. */
    SEND,
    /** Waits for the message of another rank; it ends when the last byte has arrived. */
    RECEIVE,
    /** Computes for a time. Computations of one stream run one after the other, in the order in which they could start. */
    COMPUTE
  }

  /** Number for operations without a collective. */
  public static final int NO_COLLECTIVE = -1;

  /** The most connections between two ranks. */
  public static final int MOST_CHANNELS = 64;

  private static final List<Kind> KINDS = List.of(Kind.values());

  private final int ranks;
  private final int count;
  /** Partner: a message's partner, a computation's stream, an open send's destination rank (~). Amount: bytes, or time. */
  private final OperationColumns columns;
  private final Rings rings;
  private final int[] collectiveOf;
  private final List<Collective> collectives;
  private final List<HopDelays> delays;
  /** By column, the start of the list of operations that require it. */
  private final int[] heads;
  private final int[] dependents;
  private final Turns turns;
  private final OpenMessages open;
  private final int nicsOfRank;
  private final OperationValues nics;
  private final OperationValues channels;

  OperationGraph(int ranks, int count, OperationColumns columns, Rings rings, int[] collectiveOf, List<Collective> collectives,
      List<HopDelays> delays, int[] heads, int[] dependents, Turns turns, OpenMessages open, int nicsOfRank, OperationValues nics,
      OperationValues channels) {
    this.ranks = ranks;
    this.count = count;
    this.columns = columns;
    this.rings = rings;
    this.collectiveOf = collectiveOf;
    this.collectives = List.copyOf(collectives);
    this.delays = List.copyOf(delays);
    this.heads = heads;
    this.dependents = dependents;
    this.turns = turns;
    this.open = open;
    this.nicsOfRank = nicsOfRank;
    this.nics = nics;
    this.channels = channels;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public int operations() {
    return count;
  }

  /** Kind of an operation. */
  public Kind kind(int operation) {
    int at = rings.column(operation);
    return at >= 0 ? KINDS.get(columns.kind(at)) : rings.ring(~at).isSend(operation) ? Kind.SEND : Kind.RECEIVE;
  }

  /** Rank of an operation. */
  public int rank(int operation) {
    int at = rings.column(operation);
    return at >= 0 ? columns.rank(at) : rings.ring(~at).rank(operation);
  }

  /** The receive of a send, or the send of a receive; below 0 if it is found only when the message arrives. */
  public int partner(int operation) {
    int at = rings.column(operation);
    return at >= 0 ? columns.partner(at) : rings.ring(~at).partner(operation);
  }

  /** The destination rank of an open send. */
  public int destination(int openSend) {
    return ~columns.partner(rings.column(openSend));
  }

  /** The messages with partners that are found on arrival. */
  public OpenMessages open() {
    return open;
  }

  /** The lists of operations that start in turn. */
  public Turns turns() {
    return turns;
  }

  @Override
  public int nics() {
    return nicsOfRank;
  }

  /** The NIC of its rank by which a message leaves or arrives, from 0. */
  public int nic(int operation) {
    int at = rings.column(operation);
    return at >= 0 ? nics.of(at) : 0;
  }

  /** The connection of a send's message among those between its two ranks, 0 to {@link #MOST_CHANNELS} - 1. */
  public int channel(int send) {
    int at = rings.column(send);
    return at >= 0 ? channels.of(at) : rings.ring(~at).shape().channel();
  }

  /** The stream of its rank in which a computation runs, 0 or more. */
  public int stream(int operation) {
    return columns.partner(rings.column(operation));
  }

  /** Bytes of a message, 1 or more. */
  public long sizeBytes(int operation) {
    int at = rings.column(operation);
    return at >= 0 ? columns.amount(at) : rings.ring(~at).sizeBytes(operation);
  }

  /** Duration of a computation, in picoseconds, 0 or more. */
  public long durationPs(int operation) {
    return columns.amount(rings.column(operation));
  }

  /** The number of its collective; {@link #NO_COLLECTIVE} for none. */
  public int collective(int operation) {
    int at = rings.column(operation);
    return at < 0 ? rings.ring(~at).collective() : collectiveOf.length == 0 ? NO_COLLECTIVE : collectiveOf[at];
  }

  /** The rings with operations that take no memory. */
  public List<RingOperations> rings() {
    return rings.all();
  }

  /** Number of operations in columns. */
  public int columns() {
    return columns.count();
  }

  /** Number of operations in units of memory: those of rings count as few. */
  public int kept() {
    return columns.count() + rings.operations() / GraphBuilder.RING_MESSAGES;
  }

  /** Column of an operation; for a ring operation, the number of its ring among {@link #rings}, negated (~). */
  public int column(int operation) {
    return rings.column(operation);
  }

  /** Delay of a send after its requirements are met, in picoseconds; its receive is known. */
  public long delayPs(int send) {
    int collective = delays.isEmpty() ? NO_COLLECTIVE : collective(send);
    return collective < 0 || collective >= delays.size()
        ? 0
        : delays.get(collective).of(rank(send), rank(partner(send)), sizeBytes(send));
  }

  /** All collectives, by number. */
  public List<Collective> collectives() {
    return collectives;
  }

  /** Number of operations that require this one. */
  public int dependents(int operation) {
    int at = rings.column(operation);
    return at >= 0 ? heads[at + 1] - heads[at] + rings.followers(operation) : rings.dependents(~at, operation);
  }

  /** One of the operations that require this one. */
  public int dependent(int operation, int number) {
    int at = rings.column(operation);
    if (at < 0) {
      return rings.dependent(~at, operation, number);
    }
    int own = heads[at + 1] - heads[at];
    if (number >= own) {
      return rings.follower(operation, number - own);
    }
    int written = dependents[heads[at] + number];
    return written < 0 ? ~written : written;
  }

  /** True if that dependent requires only the start of this operation. */
  public boolean requiresBeginning(int operation, int number) {
    int at = rings.column(operation);
    return at >= 0 && number < heads[at + 1] - heads[at] && dependents[heads[at] + number] < 0;
  }

  /** Number of requirements of each operation. */
  public Countdown requirements() {
    var counts = new Countdown(count);
    for (int written : dependents) {
      counts.countUp(written < 0 ? ~written : written, 1);
    }
    rings.countRequirements(counts);
    for (int list = 0; list < turns.lists(); list++) {
      for (int turn = 0; turn < turns.targets(list); turn++) {
        counts.countUp(turns.target(list, turn), 1);
      }
    }
    return counts;
  }
}
