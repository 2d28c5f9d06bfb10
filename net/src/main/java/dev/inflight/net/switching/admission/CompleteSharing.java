package dev.inflight.net.switching.admission;

import dev.inflight.net.link.Packet;

/** The switch admits a packet if the buffer has room, for any queue length (complete sharing: Kamoun, Kleinrock, 1980). */
public record CompleteSharing() implements AdmissionRule {
  /** The only one. */
  public static final CompleteSharing DEFAULT = new CompleteSharing();

  @Override
  public String name() {
    return "complete-sharing";
  }

  @Override
  public AdmissionPolicy policy(Memory memory) {
    return new Always();
  }

  private static final class Always extends AdmissionPolicy {
    @Override
    public boolean admits(Packet packet, int port, int queueBytes, long freeBytes) {
      return true;
    }
  }
}
