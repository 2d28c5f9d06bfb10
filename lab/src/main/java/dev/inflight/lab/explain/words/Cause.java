package dev.inflight.lab.explain.words;

/** Cause of a part of a flow's time. */
public enum Cause {
  /** Its packets left its NIC for the first time. */
  SENDING("sending"),
  /** The window was full, because this hop was. */
  WINDOW("window full"),
  /** The window was full, and no hop was busy. */
  OWN_WINDOW("own window full, path free"),
  /** The window was full, because acknowledgements waited in the queue of this port on their way back. */
  LATE_ACKS("acknowledgements late"),
  /** It had sent all that its receiver had granted. */
  CREDIT("waiting for credit"),
  /** The pace was below line rate, because of this hop. */
  PACE("paced"),
  /** The pace was below line rate, and no hop was busy. */
  OWN_PACE("own pace, path free"),
  /** The port was paused by PFC. */
  PAUSED("paused"),
  /** Its connection sent messages that were posted before it. */
  CONNECTION_BUSY("behind other messages of its connection"),
  /** The NIC sent packets of other flows of its host. */
  NIC_BUSY("NIC busy with other flows"),
  /** The NIC could send, and its scheduling engine did not get to the flow. */
  NIC_ENGINE("NIC engine busy"),
  /** A cable of its path was down, and it had no other path, or its acknowledgements did not arrive. */
  LINK_DOWN("cable down"),
  /** A packet was lost, trimmed or taken for lost, and nothing left until a retransmission. */
  LOSS_WAIT("waiting after a loss"),
  /** Packets left its NIC again. */
  RETRANSMISSION("retransmitting"),
  /** A packet or its acknowledgement was lost, and nothing left until the retransmission timer expired. */
  TIMEOUT("waiting for a retransmission timeout"),
  /** The last packet waited in this queue. */
  LAST_QUEUE("last packet queued"),
  /** The last acknowledgement waited in the queue of this port on its return path. */
  LAST_ACK("last acknowledgement late"),
  /** The last packet's way and that of its acknowledgement, without the queues of the packet. */
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
