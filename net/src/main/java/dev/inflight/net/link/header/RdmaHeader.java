package dev.inflight.net.link.header;

/**
 * Message fields in the headers of a queue pair's packet: the base transport header's opcode, RETH and AETH. Packets of a stream
 * carry all data about the stream that its receiver needs.
 */
public final class RdmaHeader {
  /** Effect of a message. */
  public enum Kind {
    /** Carries bytes for the other end's memory. */
    WRITE,
    /** Requests bytes of the other end's memory. */
    READ_REQUEST,
    /** Carries the requested bytes. */
    READ_RESPONSE
  }

  /** Effect of the message. */
  public Kind kind = Kind.WRITE;
  /** The message starts with this packet. */
  public boolean first;
  /** True if the message ends with this packet. */
  public boolean last;
  /** Address in the other end's memory that bytes go to or come from; only in a request's first packet. */
  public long address;
  /** Key of the memory region there; only in a request's first packet. */
  public int key;
  /** Bytes of memory that the message moves or requests, 1 to 2^31; only in a request's first packet. */
  public long memoryBytes;
  /**
   * Messages of its peer that the sender of this packet has received whole: in an acknowledgement up to the acknowledged packet,
   * in a READ response up to the request. The wire has the low 24 bits (MSN).
   */
  public long completedMessages;
  /** Bytes of its stream that the sender had retransmitted when this data packet left; for reports, absent from the wire. */
  public long retransmittedBytes;
  /** Time of the message's posting, in picoseconds; for reports, absent from the wire. */
  public long postedPs;

  /** Copies the content of another header. */
  public void set(RdmaHeader other) {
    kind = other.kind;
    first = other.first;
    last = other.last;
    address = other.address;
    key = other.key;
    memoryBytes = other.memoryBytes;
    completedMessages = other.completedMessages;
    retransmittedBytes = other.retransmittedBytes;
    postedPs = other.postedPs;
  }
}
