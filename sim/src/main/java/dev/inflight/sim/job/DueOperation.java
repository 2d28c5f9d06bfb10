package dev.inflight.sim.job;

import dev.inflight.net.event.Event;

/** A message's start, or a computation's end. */
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
