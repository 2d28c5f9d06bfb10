/**
 * When a switch marks packets: a rule ({@link EcnMarking}), and what applies it at one port ({@link EcnMarker}). Which rule holds for a port
 * follows from its class ({@link PortClass}).
 */
@NullMarked
package dev.inflight.net.switching.ecn;

import org.jspecify.annotations.NullMarked;
