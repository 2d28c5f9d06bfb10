package dev.inflight.net.recovery;

/** Goes back to the first missing byte, and retransmits all bytes from there on. */
final class GoBackNSender implements RecoverySender {
  private long sizeBytes;
  private long sentBytes;
  private long ackedBytes;
  private long sentBeforeBytes;

  GoBackNSender(long sizeBytes) {
    this.sizeBytes = sizeBytes;
  }

  @Override
  public long usedBytes() {
    return sentBytes < sizeBytes ? sentBytes - ackedBytes : NOTHING;
  }

  @Override
  public long next() {
    return sentBytes;
  }

  @Override
  public int sent(int bytes) {
    int again = (int) Math.clamp(sentBeforeBytes - sentBytes, 0, bytes);
    sentBytes += bytes;
    return again;
  }

  @Override
  public boolean acknowledged(long expected, long sentPs) {
    if (expected <= ackedBytes) {
      return false;
    }
    ackedBytes = expected;
    sentBytes = Math.max(sentBytes, expected); // it may answer packets sent before going back
    return true;
  }

  @Override
  public boolean gapReported(long arrived) {
    goBack();
    return false;
  }

  @Override
  public void extend(long newSizeBytes) {
    sizeBytes = newSizeBytes;
  }

  @Override
  public void timedOut(long nowPs) {
    goBack();
  }

  private void goBack() {
    sentBeforeBytes = Math.max(sentBeforeBytes, sentBytes);
    sentBytes = ackedBytes;
  }

  @Override
  public boolean awaitsAnswer() {
    return sentBytes > ackedBytes;
  }

  @Override
  public long inflightBytes() {
    return sentBytes - ackedBytes;
  }

  @Override
  public boolean hasGap() {
    return sentBeforeBytes > ackedBytes;
  }

  @Override
  public long sentBytes() {
    return sentBytes;
  }

  @Override
  public long highestSentBytes() {
    return Math.max(sentBytes, sentBeforeBytes);
  }

  @Override
  public long ackedBytes() {
    return ackedBytes;
  }
}
