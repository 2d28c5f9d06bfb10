package dev.inflight.net.nic;

/** Where a flow stands between its host and the NICs. */
public enum Standing {
  /** No NIC has it: no route leads to its destination, or none has been asked for yet. It stays so until its host places it again. */
  UNROUTED,
  /** Its NIC has it in its list. It has bytes to send, or waits for acknowledgements. */
  SCHEDULED,
  /** A stream without bytes that its NIC still has in its list: the NIC takes it off when it next meets it. */
  LEAVING,
  /** A stream without bytes that is in no list. */
  IDLE,
  /** It is over for good. A NIC that still has it in its list takes it off when it next meets it. */
  DONE
}
