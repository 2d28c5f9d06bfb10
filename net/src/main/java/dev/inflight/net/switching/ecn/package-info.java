/**
 * When a switch marks packets: a rule ({@link EcnMarking}), and what applies it at one port ({@link EcnMarker}).
 */
@NullMarked
package dev.inflight.net.switching.ecn;

import org.jspecify.annotations.NullMarked;
