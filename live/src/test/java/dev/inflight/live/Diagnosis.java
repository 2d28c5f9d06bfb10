package dev.inflight.live;

import dev.inflight.net.host.Sender;
import dev.inflight.net.rdma.QueuePair;

/** How a connection stands that somebody waits for in vain. */
public final class Diagnosis {
  private Diagnosis() {
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
        : sender + ": " + sender.standing() + ", of " + sender.sizeBytes() + " B " + sender.sentBytes() + " sent, "
            + sender.ackedBytes()
            + " acknowledged, " + sender.inflightBytes() + " in flight, " + sender.usedBytes + " used of a window of "
            + sender.windowBytes()
            + ", pace " + sender.control().paceBitsPerSec() + " b/s, next at " + sender.nextSendPs() + " ps, waiting since "
            + sender.waitingSincePs() + " ps, " + sender.timeoutsInARow() + " timeouts";
    return pair + ", " + pair.incomplete() + " operations, receiver "
        + (pair.stream().opposite().receiver == null ? "gone" : "expects " + pair.stream().opposite().receiver.expectedNumber())
        + "; " + sends;
  }
}
