/** Results about periods that a run skipped. */
@NullMarked
package dev.inflight.lab.result.fast;

import org.jspecify.annotations.NullMarked;
