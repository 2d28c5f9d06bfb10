package dev.inflight.sim.graph;

import dev.inflight.sim.order.Turns;
import dev.inflight.sim.wildcard.OpenMessages;
import java.util.List;

/**
 * What the ranks of a parallel program do: operations, each on one rank, that begin when those that they require have ended (or started). Every
 * send has the receive of the rank that it sends to as its partner, or is one of {@link #open}. There is no circle: all of it can be done. Kept in
 * columns, some 30 B for an operation and 4 B for each that requires it.
 */
public final class OperationGraph implements Job.Program {
  /** What an operation is. */
  public enum Kind {
    /** A message to another rank; it ends when the last byte is acknowledged. */
    SEND,
    /** Waits for the message of another rank; it ends when the last byte is there. */
    RECEIVE,
    /** Computes for a time. Operations of one stream of a rank compute one after the other, in the order in which they could begin. */
    COMPUTE
  }

  /** Operations that belong to no collective. */
  public static final int NO_COLLECTIVE = -1;

  /** The most connections between two ranks. */
  public static final int MOST_CHANNELS = 64;

  private static final List<Kind> KINDS = List.of(Kind.values());

  private final int ranks;
  private final int count;
  private final byte[] kinds;
  private final int[] rankOf;
  /** Of messages the partner, of computations the stream; of an open send the rank that it goes to, negated (~). */
  private final int[] partners;
  /** Bytes, or picoseconds. */
  private final long[] amounts;
  private final int[] collectiveOf;
  private final List<Collective> collectives;
  /** Where the list of those that require an operation begins. */
  private final int[] heads;
  private final int[] dependents;
  private final Turns turns;
  private final OpenMessages open;
  private final int nicsOfRank;
  private final OperationValues nics;
  private final OperationValues channels;

  OperationGraph(int ranks, int count, byte[] kinds, int[] rankOf, int[] partners, long[] amounts, int[] collectiveOf,
      List<Collective> collectives, int[] heads, int[] dependents, Turns turns, OpenMessages open, int nicsOfRank,
      OperationValues nics, OperationValues channels) {
    this.ranks = ranks;
    this.count = count;
    this.kinds = kinds;
    this.rankOf = rankOf;
    this.partners = partners;
    this.amounts = amounts;
    this.collectiveOf = collectiveOf;
    this.collectives = List.copyOf(collectives);
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

  /** What an operation is. */
  public Kind kind(int operation) {
    return KINDS.get(kinds[operation]);
  }

  /** Who does it. */
  public int rank(int operation) {
    return rankOf[operation];
  }

  /** The receive of a send, or the send of a receive; below 0 where it is found only when the message arrives. */
  public int partner(int operation) {
    return partners[operation];
  }

  /** The rank that an open send goes to. */
  public int destination(int openSend) {
    return ~partners[openSend];
  }

  /** The messages whose partners are found when they arrive. */
  public OpenMessages open() {
    return open;
  }

  /** The lists of operations that begin in turn. */
  public Turns turns() {
    return turns;
  }

  @Override
  public int nics() {
    return nicsOfRank;
  }

  /** The NIC of its rank by which a message leaves or arrives, from 0. */
  public int nic(int operation) {
    return nics.of(operation);
  }

  /** The connection by which the message of a send goes: of those between its two ranks, from 0 to {@link #MOST_CHANNELS} - 1. */
  public int channel(int send) {
    return channels.of(send);
  }

  /** The stream of its rank in which a computation runs, 0 or more. */
  public int stream(int operation) {
    return partners[operation];
  }

  /** Bytes of a message, 1 or more. */
  public long sizeBytes(int operation) {
    return amounts[operation];
  }

  /** How long a computation takes, in picoseconds, 0 or more. */
  public long durationPs(int operation) {
    return amounts[operation];
  }

  /** The number of its collective; {@link #NO_COLLECTIVE} for none. */
  public int collective(int operation) {
    return collectiveOf.length == 0 ? NO_COLLECTIVE : collectiveOf[operation];
  }

  /** All collectives, by number. */
  public List<Collective> collectives() {
    return collectives;
  }

  /** How many require this operation. */
  public int dependents(int operation) {
    return heads[operation + 1] - heads[operation];
  }

  /** One of those that require this operation. */
  public int dependent(int operation, int number) {
    int written = dependents[heads[operation] + number];
    return written < 0 ? ~written : written;
  }

  /** Whether that one requires only that this operation has started. */
  public boolean requiresBeginning(int operation, int number) {
    return dependents[heads[operation] + number] < 0;
  }

  /** For each operation, how many requirements it has. */
  public int[] requirements() {
    int[] counts = new int[count];
    for (int operation = 0; operation < count; operation++) {
      for (int number = 0; number < dependents(operation); number++) {
        counts[dependent(operation, number)]++;
      }
    }
    for (int list = 0; list < turns.lists(); list++) {
      for (int turn = 0; turn < turns.targets(list); turn++) {
        counts[turns.target(list, turn)]++;
      }
    }
    return counts;
  }
}
