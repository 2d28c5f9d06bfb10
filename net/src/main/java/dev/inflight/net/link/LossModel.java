package dev.inflight.net.link;

/** Decides which packets a cable loses; called once for each packet that arrives, in order of arrival. */
public interface LossModel {
  /** Reports whether the cable loses this packet. */
  boolean loses(Packet packet);
}
