/**
 * What frames of all transports share: rules, addresses, what stands around the transport's header. Read {@link FrameRules} first, then
 * {@link TransportEncoder} and {@link TransportDecoder}, of which each transport has one.
 */
@NullMarked
package dev.inflight.net.codec.frame;

import org.jspecify.annotations.NullMarked;
