package dev.inflight.net.nic;

/** State of a flow between its host and the NICs. */
public enum Standing {
  /** No NIC has the flow, because no route leads to its destination or none has been looked up yet. The host must place it. */
  UNROUTED,
  /** The flow is in a NIC's list: it has bytes to send, or waits for acknowledgements. */
  SCHEDULED,
  /** A stream without bytes that is still in its NIC's list, until the NIC next meets it. */
  LEAVING,
  /** A stream without bytes that is in no list. */
  IDLE,
  /** The flow has ended. A NIC with the flow in its list removes it when it next meets it. */
  DONE
}
