package dev.inflight.lab.explain.words;

/** Cause of a part of a flow's time. */
public enum Cause {
  /** The flow's packets left its NIC for the first time, at the rate of its cable. */
  SENDING("sending"),
  /** The NIC sent below the rate of its cable: the time beyond that at the cable's rate. */
  SLOWED("NIC below its cable's rate"),
  /** The window was full, because this hop was. */
  WINDOW("window full"),
  /** The window was full, and no hop was busy. */
  OWN_WINDOW("own window full, path free"),
  /** The window was full, because acknowledgements waited in the queue of this port on their way back. */
  LATE_ACKS("acknowledgements late"),
  /** The flow had sent all bytes that its receiver had granted. */
  CREDIT("waiting for credit"),
  /** The pace was below line rate, because of this hop. */
  PACE("paced"),
  /** The pace was below line rate, and no hop was busy. */
  OWN_PACE("own pace, path free"),
  /** The port was paused by PFC. */
  PAUSED("paused"),
  /** The flow's connection sent messages that were posted earlier. */
  CONNECTION_BUSY("behind other messages of its connection"),
  /** The NIC sent packets of other flows of its host. */
  NIC_BUSY("NIC busy with other flows"),
  /** The NIC could send, but its scheduling engine did not serve the flow. */
  NIC_ENGINE("NIC engine busy"),
  /** A cable of the path was down, and the flow had no other path, or its acknowledgements did not arrive. */
  LINK_DOWN("cable down"),
  /** A packet was lost, trimmed or counted as lost, and no packet left until a retransmission. */
  LOSS_WAIT("waiting after a loss"),
  /** Packets left the flow's NIC again. */
  RETRANSMISSION("retransmitting"),
  /** A packet or its acknowledgement was lost, and no packet left until the retransmission timer expired. */
  TIMEOUT("waiting for a retransmission timeout"),
  /** The last packet waited in this queue. */
  LAST_QUEUE("last packet queued"),
  /** The last acknowledgement waited in the queue of this port on its return path. */
  LAST_ACK("last acknowledgement late"),
  /** Round trip of the last packet and its acknowledgement, without the queues of the packet. */
  LAST_WAY("round trip of the last packet");

  private final String words;

  Cause(String words) {
    this.words = words;
  }

  /** Name on the screen. */
  public String words() {
    return words;
  }
}
