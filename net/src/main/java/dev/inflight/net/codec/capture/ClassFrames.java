package dev.inflight.net.codec.capture;

import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.FrameSource;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Frames of a network in which each class of flows has its own, such as TCP next to RoCEv2; not thread-safe. */
public final class ClassFrames implements FrameSource {
  private final FrameEncoder[] encoders;
  private FrameEncoder last;

  /**
   * Encoders for a network.
   *
   * @param rules rules of frames by class of flow, at least one; pauses have the first ones
   */
  public ClassFrames(List<FrameRules> rules) {
    Map<FrameRules, FrameEncoder> made = new HashMap<>();
    encoders = rules.stream().map(one -> made.computeIfAbsent(one, FrameEncoder::new)).toArray(FrameEncoder[]::new);
    last = encoders[0];
  }

  @Override
  public int encode(Packet packet, Port from) {
    last = encoders[packet.kind.isLinkControl() ? 0 : packet.flow().flowClass()];
    return last.encode(packet, from);
  }

  @Override
  public byte[] frame() {
    return last.frame();
  }
}
