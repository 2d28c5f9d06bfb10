package dev.inflight.lab.explain;

import dev.inflight.net.link.Port;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The packet of a flow that arrived at the destination last, and the acknowledgement that ended the flow. */
final class LastWay {
  /** Number of latest packets to keep; the packet that ended the flow is among them. */
  private static final int MOST_KEPT = 1024;

  /**
   * Stay of a packet, or of a response to one, at a port.
   *
   * @param fromPs time of its arrival, in picoseconds
   * @param toPs time at which its transmission started, in picoseconds
   * @param isAnswer true for a response on the return path
   */
  record Stay(PathPort at, long fromPs, long toPs, boolean isAnswer) {
  }

  /** Packet in flight, and its stays so far. */
  static final class UnderWay {
    Port last;
    long endPs;
    /** Time at which the packet left its host, in picoseconds. */
    final long departedPs;
    final boolean again;
    final List<Stay> stays = new ArrayList<>();

    UnderWay(Port last, long endPs, boolean again) {
      this.last = last;
      this.endPs = endPs;
      departedPs = endPs;
      this.again = again;
    }

    /** Time of arrival, in picoseconds, at the node after the last port. */
    long arrivesPs() {
      return endPs + last.delayPs();
    }

    /** Records that the packet has left another port. */
    void left(Stay stay, long nowPs) {
      stays.add(stay);
      last = stay.at.port;
      endPs = nowPs;
    }
  }

  private final Deque<UnderWay> arriving = new ArrayDeque<>();
  private final Deque<UnderWay> returning = new ArrayDeque<>();

  /** Records that a packet leaves for the destination. */
  void arrives(UnderWay packet) {
    keep(arriving, packet);
  }

  /** Records that a response leaves for the source. */
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
   * Returns the stays of the last packet and of its acknowledgement, the earliest first.
   *
   * @param endPs time at which the flow ended, in picoseconds
   * @param withAnswer true if an acknowledgement ended it; otherwise its last packet's arrival did
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
