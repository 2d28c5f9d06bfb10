/**
 * Common parts of all transports' frames: rules, addresses, and the headers around the transport's. Read {@link FrameRules}
 * first, then {@link TransportEncoder} and {@link TransportDecoder}, of which each transport has one.
 */
@NullMarked
package dev.inflight.net.codec.frame;

import org.jspecify.annotations.NullMarked;
