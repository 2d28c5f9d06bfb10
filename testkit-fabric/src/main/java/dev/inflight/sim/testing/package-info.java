/**
 * What holds for every workload, topology, queue discipline, rule for marks, rule for admission, telemetry format and routing: a contract
 * each. Read {@link dev.inflight.sim.testing.AdmissionContract} first.
 */
@NullMarked
package dev.inflight.sim.testing;

import org.jspecify.annotations.NullMarked;
