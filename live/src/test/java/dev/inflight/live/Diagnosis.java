package dev.inflight.live;

import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.QueuePair;
import java.util.List;
import java.util.Objects;

/** How a connection stands that somebody waits for in vain. */
public final class Diagnosis {
  private Diagnosis() {
  }

  /** All of what sends that answers may move: window, what its scheme decides, bytes acknowledged, in flight and sent. */
  public static List<Long> standing(Connection connection) {
    QueuePair pair = connection.queuePair();
    Sender sender = pair == null ? null : pair.sender();
    return sender == null
        ? List.of()
        : List.of(sender.windowBytes(), sender.control().windowBytes(), sender.control().paceBitsPerSec(), sender.ackedBytes(),
            sender.inflightBytes(), sender.sentBytes());
  }

  /** Its own stream of bytes, by which packets are told to be its. */
  public static Flow stream(Connection connection) {
    return Objects.requireNonNull(connection.queuePair()).stream();
  }

  /** What its queue pair and what sends for it say; from any thread, and so perhaps not of one moment. */
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
