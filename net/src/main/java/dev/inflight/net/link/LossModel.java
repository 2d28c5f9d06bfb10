package dev.inflight.net.link;

/** Decides which packets a cable loses; asked once for each packet that arrives, in order of arrival. */
public interface LossModel {
  /** Whether this packet is lost. */
  boolean loses(Packet packet);
}
