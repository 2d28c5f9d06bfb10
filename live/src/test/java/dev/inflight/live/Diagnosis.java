package dev.inflight.live;

import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.QueuePair;
import java.util.List;
import java.util.Objects;

/** State of a connection on which a test waits without success. */
public final class Diagnosis {
  private Diagnosis() {
  }

  /** All values that answers to sent packets may change: window, decisions of its scheme, bytes acknowledged, in flight and sent. */
  public static List<Long> standing(Connection connection) {
    QueuePair pair = connection.queuePair();
    Sender sender = pair == null ? null : pair.sender();
    return sender == null
        ? List.of()
        : List.of(sender.windowBytes(), sender.control().windowBytes(), sender.control().paceBitsPerSec(), sender.ackedBytes(),
            sender.inflightBytes(), sender.sentBytes());
  }

  /** Stream of the connection's own bytes, which identifies its packets. */
  public static Flow stream(Connection connection) {
    return Objects.requireNonNull(connection.queuePair()).stream();
  }

  /** State of its queue pair and of its sender, from any thread, and so possibly of different moments. */
  public static String of(Connection connection) {
    QueuePair pair = connection.queuePair();
    if (pair == null) {
      return "no queue pair";
    }
    Sender sender = pair.sender();
    String sends = sender == null
        ? "nothing to send so far"
        : sender + ": " + sender.standing() + ", of " + sender.flow().sizeBytes() + " B " + sender.sentBytes() + " sent, "
            + sender.ackedBytes() + " acknowledged, " + sender.inflightBytes() + " in flight, " + sender.usedBytes
            + " used of a window of " + sender.windowBytes() + ", pace " + sender.control().paceBitsPerSec() + " b/s, next at "
            + sender.nextSendPs() + " ps, waiting since " + sender.waitingSincePs() + " ps, " + sender.timeoutsInARow()
            + " timeouts";
    return pair + ", " + pair.incomplete() + " operations, receiver "
        + (pair.stream().opposite().receiver == null ? "gone" : "expects " + pair.stream().opposite().receiver.expectedNumber())
        + "; " + sends;
  }
}
