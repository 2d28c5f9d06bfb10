package dev.inflight.net;

/**
 * What the receiving end does with packets that do not come in order. The seam for loss recovery at the receiver: go-back-N is one way;
 * the sender's side of it is the one place where it returns to an earlier byte ({@code Sender.goBack}).
 */
interface Reassembly {
  /** What becomes of a data packet. */
  enum Verdict {
    /** Its bytes are new and usable. */
    ACCEPT,
    /** It cannot be used, and the sender has to be told what is missing. */
    REPORT_GAP,
    /** It cannot be used, and the sender knows. */
    IGNORE,
    /** Its bytes were here before. */
    DUPLICATE
  }

  /** Takes a packet. */
  Verdict take(Packet packet);

  /** The first byte that is missing: what acknowledgements say. */
  long expected();
}
