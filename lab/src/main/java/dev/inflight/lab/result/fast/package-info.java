/** What results say of stretches that a run left out. */
@NullMarked
package dev.inflight.lab.result.fast;

import org.jspecify.annotations.NullMarked;
