package dev.inflight.net.link.header;

/**
 * What the headers of a queue pair's packet say of messages: the base transport header's opcode, RETH and AETH in the datapath's terms. A
 * packet of a stream brings all that its receiver learns of the stream.
 */
public final class RdmaHeader {
  /** What a message does. */
  public enum Kind {
    /** Brings bytes for the other end's memory. */
    WRITE,
    /** Asks for bytes of the other end's memory. */
    READ_REQUEST,
    /** Brings the bytes that were asked for. */
    READ_RESPONSE
  }

  /** What the message does. */
  public Kind kind = Kind.WRITE;
  /** The message starts with this packet. */
  public boolean first;
  /** It ends with this packet. */
  public boolean last;
  /** Where its bytes go, or come from, at the other end; said by a request's first packet. */
  public long address;
  /** The key that opens the memory there; said by a request's first packet. */
  public int key;
  /** Bytes of memory that it moves, or asks for, 1 to 2^31; said by a request's first packet. */
  public long memoryBytes;
  /** Messages of its peer that the sender of this packet has received whole: in an acknowledgement those up to the packet that it acknowledges, in a
   * READ response those up to the request. The wire has the low 24 bits (MSN). */
  public long completedMessages;
  /** Bytes of its stream that the sender of this data packet had retransmitted when it left: a count for reports, which no wire carries. */
  public long retransmittedBytes;
  /** When the message was posted, in picoseconds; for reports, which no wire carries. */
  public long postedPs;

  /** Takes over what another header says. */
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
