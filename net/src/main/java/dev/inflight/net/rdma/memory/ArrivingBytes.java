package dev.inflight.net.rdma.memory;

/** The payload of the packet that a host is receiving now: a part of its frame. A host without one moves no bytes. */
public final class ArrivingBytes {
  /** The frame. */
  public byte[] frame = {};
  /** Index of the first payload byte. */
  public int at;
}
