/**
 * Charts of many runs in a report: values of whole runs over the keys that differ. {@link dev.inflight.lab.page.sweep.SweepData} writes the
 * data.
 */
@NullMarked
package dev.inflight.lab.page.sweep;

import org.jspecify.annotations.NullMarked;
