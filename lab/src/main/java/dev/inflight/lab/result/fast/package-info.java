/** Results about periods that a run did not simulate. */
@NullMarked
package dev.inflight.lab.result.fast;

import org.jspecify.annotations.NullMarked;
