/**
 * Charts of many runs in a report: values of whole runs over the keys that differ. Start with
 * {@link dev.inflight.lab.page.sweep.SweepData}.
 */
@NullMarked
package dev.inflight.lab.page.sweep;

import org.jspecify.annotations.NullMarked;
