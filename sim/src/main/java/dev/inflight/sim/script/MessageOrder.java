package dev.inflight.sim.script;

import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.collective.Collectives;
import java.util.Arrays;

/**
 * The messages of a collective by number, without a graph: the same as {@link Collectives#add} makes with the usual algorithm of a kind, where all
 * ranks have equal parts and the first one is the root.
 */
public final class MessageOrder {
  /** Looks at messages, one after the other. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Looks at a message.
     *
     * @param message its number
     * @param from the member that sends it
     * @param to the member that receives it
     * @param sizeBytes its bytes
     */
    void visit(int message, int from, int to, long sizeBytes);
  }

  private MessageOrder() {
  }

  /** Looks at all messages in order, without the divisions that one message by its number takes. */
  public static void forEach(CollectiveKind kind, int ranks, long sizeBytes, Visitor visitor) {
    int senders = kind == CollectiveKind.BROADCAST ? ranks - 1 : ranks;
    int count = Math.toIntExact(count(kind, ranks, sizeBytes));
    long[] parts = new long[ranks];
    Arrays.setAll(parts, part -> Collectives.part(sizeBytes, ranks, part));
    for (int first = 0; first < count; first += senders) {
      int to = to(kind, ranks, first);
      int part = Math.floorMod(-(first / senders), ranks);
      long sizeOfAll = kind == CollectiveKind.BROADCAST ? sizeBytes(kind, ranks, sizeBytes, first) : 0;
      for (int from = 0; from < senders; from++) {
        visitor.visit(first + from, from, to, sizeOfAll > 0 ? sizeOfAll : parts[kind == CollectiveKind.ALL_TO_ALL ? to : part]);
        to = to + 1 == ranks ? 0 : to + 1;
        part = part + 1 == ranks ? 0 : part + 1;
      }
    }
  }

  /**
   * Looks at all messages, those of one size between two members together. Pairs of members come in the order of their first messages. The time that
   * it takes grows with the pairs and not with the messages.
   */
  public static void forEachAlike(CollectiveKind kind, int ranks, long sizeBytes, AlikeVisitor visitor) {
    switch (kind) {
      case ALL_TO_ALL -> forEach(kind, ranks, sizeBytes, (_, from, to, bytes) -> visitor.visit(from, to, bytes, 1));
      case BROADCAST -> {
        int parts = Collectives.partsOf(sizeBytes);
        for (int from = 0; from + 1 < ranks; from++) {
          visit(from, from + 1, sizeBytes, parts, parts, largerParts(sizeBytes, parts), visitor);
        }
      }
      case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER -> {
        int sent = Math.toIntExact(messagesFrom(kind, ranks, sizeBytes, 0));
        for (int from = 0; from < ranks; from++) {
          int larger = largerInRing(from, sent, ranks, largerParts(sizeBytes, ranks));
          visit(from, from + 1 == ranks ? 0 : from + 1, sizeBytes, ranks, sent, larger, visitor);
        }
      }
      case REDUCE, GATHER, SCATTER, SEND_RECV -> throw notOfScripts(kind);
    }
  }

  private static IllegalArgumentException notOfScripts(CollectiveKind kind) {
    return new IllegalArgumentException("a script has no " + Collectives.words(kind));
  }

  /** Some messages between two members, of which the larger ones are a byte larger. */
  private static void visit(int from, int to, long sizeBytes, int parts, int messages, int larger, AlikeVisitor visitor) {
    if (larger > 0) {
      visitor.visit(from, to, Collectives.part(sizeBytes, parts, 0), larger);
    }
    if (messages > larger) {
      visitor.visit(from, to, Collectives.part(sizeBytes, parts, parts - 1), messages - larger);
    }
  }

  /** How many parts of a buffer are a byte larger than the others; these are the first ones. */
  private static int largerParts(long sizeBytes, int parts) {
    return sizeBytes < parts ? 0 : (int) (sizeBytes % parts); // of a smaller buffer all parts have one byte
  }

  /** How many larger parts a member of a ring sends: its own part first, then the one before it, and so on around the ring. */
  private static int largerInRing(int from, int sent, int ranks, int largerParts) {
    int rest = sent % ranks;
    int wrapped = Math.max(0, rest - from - 1);
    int below = Math.min(from + 1, largerParts) - Math.min(from + 1 - rest + wrapped, largerParts);
    return sent / ranks * largerParts + below + Math.max(0, largerParts - (ranks - wrapped));
  }

  /**
   * How many messages there are.
   *
   * @param ranks that take part, 2 or more
   */
  public static long count(CollectiveKind kind, int ranks, long sizeBytes) {
    long others = ranks - 1L;
    return switch (kind) {
      case ALL_REDUCE -> 2 * others * ranks;
      case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> others * ranks;
      case BROADCAST -> others * Collectives.partsOf(sizeBytes);
      case REDUCE, GATHER, SCATTER, SEND_RECV -> throw notOfScripts(kind);
    };
  }

  /** How many operations a member has: its sends, its receives, and the one that ends when it has completed. */
  public static long operationsOf(CollectiveKind kind, int ranks, long sizeBytes, int member) {
    return messagesFrom(kind, ranks, sizeBytes, member) + messagesFrom(kind, ranks, sizeBytes, before(kind, ranks, member)) + 1;
  }

  /** The member that sends as many messages as this one receives; of a broadcast's root the last, which sends none. */
  private static int before(CollectiveKind kind, int ranks, int member) {
    return kind == CollectiveKind.BROADCAST ? Math.floorMod(member - 1, ranks) : member;
  }

  /** How many messages a member sends. */
  public static long messagesFrom(CollectiveKind kind, int ranks, long sizeBytes, int member) {
    if (kind == CollectiveKind.BROADCAST) {
      return member == ranks - 1 ? 0 : Collectives.partsOf(sizeBytes);
    }
    return (kind == CollectiveKind.ALL_REDUCE ? 2L : 1L) * (ranks - 1);
  }

  /** The member that sends a message. */
  public static int from(CollectiveKind kind, int ranks, int message) {
    return kind == CollectiveKind.BROADCAST ? message % (ranks - 1) : message % ranks;
  }

  /** The member that receives it. */
  public static int to(CollectiveKind kind, int ranks, int message) {
    int hops = kind == CollectiveKind.ALL_TO_ALL ? message / ranks + 1 : 1;
    return (from(kind, ranks, message) + hops) % ranks;
  }

  /** Its bytes. */
  public static long sizeBytes(CollectiveKind kind, int ranks, long sizeBytes, int message) {
    return switch (kind) {
      case BROADCAST -> Collectives.part(sizeBytes, Collectives.partsOf(sizeBytes), message / (ranks - 1));
      case ALL_TO_ALL -> Collectives.part(sizeBytes, ranks, to(kind, ranks, message));
      case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER ->
        Collectives.part(sizeBytes, ranks, Math.floorMod(message % ranks - message / ranks, ranks));
      case REDUCE, GATHER, SCATTER, SEND_RECV -> throw notOfScripts(kind);
    };
  }
}
