/** Which format a file of cables has: {@link CableFormat}. */
@NullMarked
package dev.inflight.lab.cables.format;

import org.jspecify.annotations.NullMarked;
