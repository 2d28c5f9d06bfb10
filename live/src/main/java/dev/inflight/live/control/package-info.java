/** Controls between an endpoint's connections and their schemes. Not exported. */
@NullMarked
package dev.inflight.live.control;

import org.jspecify.annotations.NullMarked;
