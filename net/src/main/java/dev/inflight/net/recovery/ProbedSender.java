package dev.inflight.net.recovery;

/**
 * Sends each byte of an {@link Unreliable} flow once. Data that left before the newest answered probe is no longer in flight. It
 * stores the number of bytes before each probe, but only once for probes without data between them, so it stores no more entries
 * than packets in flight.
 */
final class ProbedSender implements RecoverySender {
  private static final int FIRST_ROOM = 8;

  private long sizeBytes;
  private long sentBytes;
  private long settledBytes;
  // Probes in flight and the bytes that had left before them, in a ring.
  private long[] probes = new long[FIRST_ROOM];
  private long[] leftBefore = new long[FIRST_ROOM];
  private int first;
  private int count;

  ProbedSender(long sizeBytes) {
    this.sizeBytes = sizeBytes;
  }

  @Override
  public long usedBytes() {
    return sentBytes < sizeBytes ? sentBytes - settledBytes : NOTHING;
  }

  @Override
  public long next() {
    return sentBytes;
  }

  @Override
  public int sent(int bytes) {
    sentBytes += bytes;
    return 0;
  }

  @Override
  public void probeLeft(long number) {
    if (count > 0 && leftBefore[place(count - 1)] == sentBytes) {
      return; // its answer shows no more than that of the probe before
    }
    if (count == probes.length) {
      grow();
    }
    probes[place(count)] = number;
    leftBefore[place(count)] = sentBytes;
    count++;
  }

  private int place(int index) {
    return first + index & probes.length - 1;
  }

  private void grow() {
    long[] moreProbes = new long[2 * count];
    long[] moreLeft = new long[2 * count];
    for (int index = 0; index < count; index++) {
      moreProbes[index] = probes[place(index)];
      moreLeft[index] = leftBefore[place(index)];
    }
    probes = moreProbes;
    leftBefore = moreLeft;
    first = 0;
  }

  @Override
  public boolean probeAnswered(long number) {
    long before = settledBytes;
    while (count > 0 && probes[first] <= number) {
      settledBytes = leftBefore[first];
      first = place(1);
      count--;
    }
    return settledBytes > before;
  }

  @Override
  public boolean acknowledged(long expected, long sentPs) {
    return false;
  }

  @Override
  public boolean gapReported(long arrived) {
    return false;
  }

  @Override
  public void extend(long newSizeBytes) {
    sizeBytes = newSizeBytes;
  }

  @Override
  public void timedOut(long nowPs) {
    // Probes continue by themselves, and there is no other reaction.
  }

  @Override
  public boolean awaitsAnswer() {
    return sentBytes > settledBytes;
  }

  @Override
  public long inflightBytes() {
    return sentBytes - settledBytes;
  }

  @Override
  public boolean hasGap() {
    return false; // missing bytes are unknown, and never retransmitted
  }

  @Override
  public long sentBytes() {
    return sentBytes;
  }

  @Override
  public long highestSentBytes() {
    return sentBytes;
  }

  @Override
  public long ackedBytes() {
    return settledBytes;
  }
}
