package dev.inflight.live.device;

/** Two devices that send to each other, each with a memory of its own. */
public record Ends(Device one, Device other, AutoCloseable rest) implements AutoCloseable {
  /** Chunks of each memory. */
  static final int CHUNKS = 8192;

  /** A memory. */
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
