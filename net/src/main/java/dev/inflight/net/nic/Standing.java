package dev.inflight.net.nic;

/** State of a flow between its host and the NICs. */
public enum Standing {
  /** No NIC has the flow: no route leads to its destination, or none has been looked up yet. Its host has to place it again. */
  UNROUTED,
  /** The NIC has the flow in its list. The flow has bytes to send, or waits for acknowledgements. */
  SCHEDULED,
  /** A stream without bytes that its NIC still has in its list: the NIC takes it off when it next meets it. */
  LEAVING,
  /** A stream without bytes that is in no list. */
  IDLE,
  /** The flow is over for good. A NIC that still has it in its list removes it when it next meets it. */
  DONE
}
