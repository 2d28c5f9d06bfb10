/**
 * ECN marking of switches: a rule ({@link dev.inflight.net.switching.ecn.MarkingRule}), its parameters at a port
 * ({@link dev.inflight.net.switching.ecn.EcnMarking}), and the marker that applies them there
 * ({@link dev.inflight.net.switching.ecn.EcnMarker}). A port's thresholds follow from its class
 * ({@link dev.inflight.net.switching.ecn.PortClass}).
 */
@NullMarked
package dev.inflight.net.switching.ecn;

import org.jspecify.annotations.NullMarked;
