/** What stands between an endpoint's connections and the schemes that decide for them. Not exported. */
@NullMarked
package dev.inflight.live.control;

import org.jspecify.annotations.NullMarked;
