package dev.inflight.net.codec;

import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameRules;

/**
 * Both directions between the packets and the frames of one network; not thread-safe.
 *
 * @param encoder turns packets into frames
 * @param decoder turns frames into packets
 * @param flows flows that the decoder has
 */
public record FrameCodec(FrameEncoder encoder, FrameDecoder decoder, FlowLookup flows) {
  /** Makes a codec for a network with these rules, without flows yet. */
  public static FrameCodec of(FrameRules rules) {
    var flows = new FlowLookup(rules.framing().isTcp());
    return new FrameCodec(new FrameEncoder(rules), new FrameDecoder(rules, flows), flows);
  }
}
