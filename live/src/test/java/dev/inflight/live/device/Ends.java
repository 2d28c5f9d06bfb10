package dev.inflight.live.device;

/** Two devices that send to each other, each with its own memory. */
public record Ends(Device one, Device other, AutoCloseable rest) implements AutoCloseable {
  /** Number of chunks of each memory. */
  static final int CHUNKS = 8192;

  /** Creates a memory. */
  public static FrameMemory memory() {
    return new FrameMemory(CHUNKS, 2048);
  }

  @Override
  public void close() throws Exception {
    one.close();
    other.close();
    one.memory().close();
    other.memory().close();
    rest.close();
  }
}
