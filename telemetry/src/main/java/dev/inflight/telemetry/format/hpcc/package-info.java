/**
 * HPCC's own headers, with a record for each hop, from the paper ({@link NativeFormat}, read it first), the first draft, and the
 * authors' simulator.
 */
@NullMarked
package dev.inflight.telemetry.format.hpcc;

import org.jspecify.annotations.NullMarked;
