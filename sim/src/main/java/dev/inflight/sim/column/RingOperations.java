package dev.inflight.sim.column;

import java.util.Arrays;

/**
 * The sends and receives of a ring. They take no memory per operation: all properties follow from an operation's number. Messages
 * are numbered by step, then by place, then by chunk; each is a send and, with the next number, its receive. A send requires that
 * its chunk arrived in the step before. Sends of the first step, and all receives, require the operation that precedes the rank's
 * part. When a rank has sent and received everything, one operation of it can start: its end.
 */
public final class RingOperations {
  /** Value for no operation. */
  public static final int NONE = -1;

  private final RingShape shape;
  private final int first;
  private final int firstMessage;
  private final int collective;
  private final int places;
  private final int chunks;
  private final int ofStep;
  private final int[] before;
  private int[] ends = {};

  /**
   * Makes a ring without ends.
   *
   * @param first the number of its first operation
   * @param firstMessage number of messages in the graph before it
   * @param collective collective that it belongs to
   * @param before operation that must have ended, by place, or {@link #NONE}
   */
  RingOperations(RingShape shape, int first, int firstMessage, int collective, int[] before) {
    this.shape = shape;
    this.first = first;
    this.firstMessage = firstMessage;
    this.collective = collective;
    this.before = before.clone();
    places = shape.ranks().length;
    chunks = shape.chunks();
    ofStep = places * chunks;
  }

  /** Sets the operation that ends each rank's share, by place. */
  public void endWith(int[] operations) {
    ends = operations.clone();
  }

  /** True if it has ends. */
  public boolean isWhole() {
    return ends.length == places;
  }

  /** Shape of the ring. */
  public RingShape shape() {
    return shape;
  }

  /** First operation of the ring. */
  public int first() {
    return first;
  }

  /** The number after that of its last operation. */
  public int end() {
    return first + 2 * (int) shape.messages();
  }

  /** The collective that it belongs to. */
  public int collective() {
    return collective;
  }

  /** Number of messages in the graph before its own. */
  public int firstMessage() {
    return firstMessage;
  }

  /** The message of an operation, by its number in the graph. */
  public int message(int operation) {
    return firstMessage + (operation - first >> 1);
  }

  /** The send of a message. */
  public int send(int message) {
    return first + 2 * (message - firstMessage);
  }

  /** True if an operation is a send. */
  public boolean isSend(int operation) {
    return (operation - first & 1) == 0;
  }

  /** The other operation of a message. */
  public int partner(int operation) {
    return first + (operation - first ^ 1);
  }

  /** The rank that does an operation. */
  public int rank(int operation) {
    return shape.ranks()[placeOf(operation)];
  }

  /** The operation of the same step and chunk that sends its message some places further around the ring. */
  public int shifted(int operation, int by) {
    int at = operation - first;
    int message = at >> 1;
    int sender = message / chunks % places;
    return operation + 2 * chunks * (Math.floorMod(sender + by, places) - sender);
  }

  /** Place of an operation's rank. */
  private int placeOf(int operation) {
    int sender = (operation - first >> 1) / chunks % places;
    return isSend(operation) ? sender : next(sender);
  }

  private int next(int place) {
    return place + 1 == places ? 0 : place + 1;
  }

  /** Bytes of a message. */
  public long sizeBytes(int operation) {
    int message = operation - first >> 1;
    int step = message / ofStep;
    return sizeBytes(message / chunks % places, step, message % chunks);
  }

  private long sizeBytes(int place, int step, int chunk) {
    long part = RingShape.part(shape.sizeBytes(), places, Math.floorMod(place - step, places));
    return RingShape.part(part, chunks, chunk);
  }

  private int send(int step, int place, int chunk) {
    return first + 2 * (step * ofStep + place * chunks + chunk);
  }

  /** Position of an operation among those of the ring in order of chunks that a place sends, then of places. */
  public int position(int operation) {
    int at = operation - first;
    int message = at >> 1;
    int number = message / ofStep * chunks + message % chunks;
    return first + 2 * (number * places + message / chunks % places) + (at & 1);
  }

  /** The operation of a position. */
  public int operationAt(int position) {
    int at = position - first;
    int number = (at >> 1) / places;
    return send(number / chunks, (at >> 1) % places, number % chunks) + (at & 1);
  }

  /** Number of operations that require this one. */
  int dependents(int operation) {
    return isSend(operation) && nextOfWindow(operation) != NONE ? 2 : 1;
  }

  /** One of the operations that require this one. */
  int dependent(int operation, int number) {
    if (isSend(operation)) {
      int next = number == 0 ? nextOfWindow(operation) : NONE;
      return next == NONE ? ends[placeOf(operation)] : next;
    }
    int message = operation - first >> 1;
    int step = message / ofStep;
    int place = placeOf(operation);
    return step + 1 < shape.steps() ? send(step + 1, place, message % chunks) : ends[place];
  }

  /** The send that waits for a slot of this one. */
  private int nextOfWindow(int send) {
    if (chunks == 1) {
      return NONE;
    }
    int message = send - first >> 1;
    int number = message / ofStep * chunks + message % chunks + shape.slots();
    return number < shape.steps() * chunks ? send(number / chunks, message / chunks % places, number % chunks) : NONE;
  }

  /** Operation that must have ended before, by place. */
  int before(int place) {
    return before[place];
  }

  /** Number of places. */
  int places() {
    return places;
  }

  /** Number of operations of a place that require the operation before it. */
  int followers() {
    return chunks + shape.steps() * chunks;
  }

  /** One of those by number: sends of the first step, and all receives. */
  int follower(int place, int number) {
    int sender = place == 0 ? places - 1 : place - 1;
    int step = Math.max(0, number / chunks - 1);
    int chunk = number % chunks;
    boolean sends = number / chunks == (place == 0 ? 0 : 1);
    return sends ? send(0, place, chunk) : send(step, sender, chunk) + 1;
  }

  /** Adds the number of requirements of each operation, including the ring's ends. */
  void countRequirements(Countdown all) {
    for (int operation = first; operation < end(); operation++) {
      int message = operation - first >> 1;
      int place = placeOf(operation);
      int step = message / ofStep;
      boolean waitsBefore = (step == 0 || !isSend(operation)) && before[place] != NONE;
      boolean waitsForSlot = isSend(operation) && chunks > 1 && step * chunks + message % chunks >= shape.slots();
      all.countUp(operation, (waitsBefore || step > 0 && isSend(operation) ? 1 : 0) + (waitsForSlot ? 1 : 0));
    }
    for (int end : ends) {
      all.countUp(end, shape.steps() * chunks + chunks);
    }
  }

  /** Visitor of equal messages from one rank to another. */
  @FunctionalInterface
  public interface AlikeSizes {
    /** Visits a number of equal messages. */
    void visit(int fromRank, int toRank, long sizeBytes, long times);
  }

  /** Visits all messages, grouped by size and place. The time grows with the number of places. */
  public void forEachAlike(AlikeSizes visitor) {
    int largerParts = larger(shape.sizeBytes(), places);
    for (int place = 0; place < places; place++) {
      int larger = largerFrom(place, largerParts);
      visitChunks(place, RingShape.part(shape.sizeBytes(), places, 0), larger, visitor);
      visitChunks(place, RingShape.part(shape.sizeBytes(), places, places - 1), shape.steps() - larger, visitor);
    }
  }

  private void visitChunks(int place, long partBytes, long parts, AlikeSizes visitor) {
    int larger = larger(partBytes, chunks);
    int from = shape.ranks()[place];
    int to = shape.ranks()[next(place)];
    if (parts > 0 && larger > 0) {
      visitor.visit(from, to, RingShape.part(partBytes, chunks, 0), parts * larger);
    }
    if (parts > 0) {
      visitor.visit(from, to, RingShape.part(partBytes, chunks, chunks - 1), parts * (chunks - larger));
    }
  }

  /** Number of parts that are one byte larger than the others; these are the first ones. */
  private static int larger(long sizeBytes, int parts) {
    return sizeBytes < parts ? 0 : (int) (sizeBytes % parts); // with fewer bytes than parts, all parts have one
  }

  /** Number of larger parts that a place sends: the part with its number, the one before it, and so on around the ring. */
  private int largerFrom(int place, int largerParts) {
    int rest = shape.steps() % places;
    int wrapped = Math.max(0, rest - place - 1);
    int below = Math.min(place + 1, largerParts) - Math.min(place + 1 - rest + wrapped, largerParts);
    return shape.steps() / places * largerParts + below + Math.max(0, largerParts - (places - wrapped));
  }

  /** Visitor of messages in order. */
  @FunctionalInterface
  public interface Messages {
    /** A message, by its number in the graph. */
    void visit(int message, int fromRank, int toRank, long sizeBytes);
  }

  /** Visits all messages in order, without the divisions that a lookup of one message by its number takes. */
  public void forEach(Messages visitor) {
    int message = firstMessage;
    for (int step = 0; step < shape.steps(); step++) {
      for (int place = 0; place < places; place++) {
        int from = shape.ranks()[place];
        int to = shape.ranks()[next(place)];
        for (int chunk = 0; chunk < chunks; chunk++) {
          visitor.visit(message++, from, to, sizeBytes(place, step, chunk));
        }
      }
    }
  }

  @Override
  public String toString() {
    return "ring of ranks " + Arrays.toString(shape.ranks());
  }
}
