package dev.inflight.live.loop;

/** Something that a {@link RealLoop} asks for work, between its events. */
public interface Source {
  /** What {@link #fileDescriptor} says of a source that nothing can be waited for at. */
  int NONE = -1;

  /**
   * Does what there is to do now.
   *
   * @param nowPs the loop's time, in picoseconds
   * @param most how many frames to take at most, so that events are not late for ever
   * @return how many it took; 0 says that there was nothing
   */
  int poll(long nowPs, int most);

  /** Ends a round: what was put down for the kernel since the last time goes to it. */
  void endRound();

  /** Whether something waits for room in the kernel: nothing signals when there is some, so the loop has to ask again soon. */
  default boolean isWaitingForRoom() {
    return false;
  }

  /** What becomes readable when there is work; {@link #NONE} where that cannot be said, and the loop must not sleep for long. */
  int fileDescriptor();
}
