package dev.inflight.sim.job;

import dev.inflight.net.event.Event;

/** The start of a message, or the end of a computation. */
final class DueOperation extends Event {
  private final JobPart part;
  private final PieceRun piece;
  private final int operation;

  DueOperation(JobPart part, PieceRun piece, int operation) {
    this.part = part;
    this.piece = piece;
    this.operation = operation;
  }

  @Override
  public void fire() {
    part.due(piece, operation, timePs);
  }
}
