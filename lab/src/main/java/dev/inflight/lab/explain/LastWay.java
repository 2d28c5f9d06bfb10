package dev.inflight.lab.explain;

import dev.inflight.net.link.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The packet of a flow that came to its destination last, and the acknowledgement that ended the flow. */
final class LastWay {
  /** So many of late are kept: what ended a flow is among those. */
  private static final int MOST_KEPT = 1024;

  /**
   * A packet, or an answer to one, at a port.
   *
   * @param fromPs when it came there
   * @param toPs when it began to leave
   * @param isAnswer whether it went the way back
   */
  record Stay(PathPort at, long fromPs, long toPs, boolean isAnswer) {
  }

  /** A packet under way, and where it has been. */
  static final class UnderWay {
    Port last;
    long endPs;
    /** When it left its host. */
    final long departedPs;
    final boolean again;
    final List<Stay> stays = new ArrayList<>();

    UnderWay(Port last, long endPs, boolean again) {
      this.last = last;
      this.endPs = endPs;
      departedPs = endPs;
      this.again = again;
    }

    /** When it comes, or came, to the node behind the port that it left last. */
    long arrivesPs() {
      return endPs + last.delayPs();
    }

    /** It has left another port. */
    void left(Stay stay, long nowPs) {
      stays.add(stay);
      last = stay.at.port;
      endPs = nowPs;
    }
  }

  private final Deque<UnderWay> arriving = new ArrayDeque<>();
  private final Deque<UnderWay> returning = new ArrayDeque<>();

  /** A packet leaves for the destination. */
  void arrives(UnderWay packet) {
    keep(arriving, packet);
  }

  /** An answer leaves for the source. */
  void returns(UnderWay answer) {
    keep(returning, answer);
  }

  private static void keep(Deque<UnderWay> recent, UnderWay next) {
    recent.addLast(next);
    if (recent.size() > MOST_KEPT) {
      recent.removeFirst();
    }
  }

  /**
   * Where both stood, the earliest first.
   *
   * @param endPs when the flow ended
   * @param withAnswer whether an acknowledgement ended it; else the arrival of its last packet
   */
  List<Stay> stays(long endPs, boolean withAnswer) {
    UnderWay answer = withAnswer ? latest(returning, endPs) : null;
    long askedPs = answer == null ? endPs : answer.stays.isEmpty() ? answer.departedPs : answer.stays.getFirst().toPs;
    UnderWay packet = latest(arriving, askedPs);
    var stays = new ArrayList<Stay>();
    if (packet != null) {
      stays.addAll(packet.stays);
    }
    if (answer != null) {
      for (Stay stay : answer.stays) {
        boolean atReceiver = stay == answer.stays.getFirst();
        stays.add(atReceiver ? new Stay(stay.at, packet == null ? stay.toPs : packet.arrivesPs(), stay.toPs, true) : stay);
      }
    }
    return stays;
  }

  private static @Nullable UnderWay latest(Deque<UnderWay> recent, long untilPs) {
    UnderWay latest = null;
    for (UnderWay one : recent) {
      if (one.arrivesPs() <= untilPs && (latest == null || one.arrivesPs() >= latest.arrivesPs())) {
        latest = one;
      }
    }
    return latest;
  }
}
