/**
 * Contracts of workloads, topologies, queue disciplines, rules for marks, rules for admission, PFC profiles, telemetry formats
 * and routings. Read {@link dev.inflight.sim.testing.AdmissionContract} first.
 */
@NullMarked
package dev.inflight.sim.testing;

import org.jspecify.annotations.NullMarked;
