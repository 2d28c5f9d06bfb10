package dev.inflight.live.loop;

/** Source of work, which a {@link RealLoop} polls between its events. */
public interface Source {
  /** Result of {@link #fileDescriptor} for a source without a descriptor to wait for. */
  int NONE = -1;

  /**
   * Does the current work.
   *
   * @param nowPs the loop's time, in picoseconds
   * @param most largest number of frames to process, so that events are not delayed without limit
   * @return number of processed frames; 0 if there was no work
   */
  int poll(long nowPs, int most);

  /** Ends a round: hands requests collected since the last round to the kernel. */
  void endRound();

  /** True if something waits for room in the kernel, so that the loop must retry soon: the kernel sends no signal. */
  default boolean isWaitingForRoom() {
    return false;
  }

  /** Descriptor that becomes readable when there is work; {@link #NONE} for none: the loop must not sleep for long. */
  int fileDescriptor();
}
