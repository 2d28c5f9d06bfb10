/** What events did to the fabric of a run, as its results have it. */
@NullMarked
package dev.inflight.lab.result.event;

import org.jspecify.annotations.NullMarked;
