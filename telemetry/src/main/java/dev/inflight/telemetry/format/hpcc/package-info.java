/**
 * HPCC's own headers, a record for each hop: the paper's ({@link NativeFormat}, read it first), the
 * first draft's, and that of the authors' simulator.
 */
@NullMarked
package dev.inflight.telemetry.format.hpcc;

import org.jspecify.annotations.NullMarked;
