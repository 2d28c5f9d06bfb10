/**
 * When a switch marks packets: a rule ({@link dev.inflight.net.switching.ecn.MarkingRule}), what it comes to at a port
 * ({@link dev.inflight.net.switching.ecn.EcnMarking}), and what applies it there ({@link dev.inflight.net.switching.ecn.EcnMarker}). Which
 * thresholds a port has follows from its class ({@link dev.inflight.net.switching.ecn.PortClass}).
 */
@NullMarked
package dev.inflight.net.switching.ecn;

import org.jspecify.annotations.NullMarked;
