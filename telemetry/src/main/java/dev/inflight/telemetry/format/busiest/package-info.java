/** Compare and replace: a header that keeps the record of the busiest link (draft-pan-tsvwg-hpccplus §3). */
@NullMarked
package dev.inflight.telemetry.format.busiest;

import org.jspecify.annotations.NullMarked;
