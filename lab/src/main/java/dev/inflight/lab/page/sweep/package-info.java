/** What a report shows of many runs: values of whole runs over what differs between them. {@link dev.inflight.lab.page.sweep.SweepData} writes it. */
@NullMarked
package dev.inflight.lab.page.sweep;

import org.jspecify.annotations.NullMarked;
