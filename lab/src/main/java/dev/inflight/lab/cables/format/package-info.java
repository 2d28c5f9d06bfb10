/** Formats of cable files: {@link CableFormat}. */
@NullMarked
package dev.inflight.lab.cables.format;

import org.jspecify.annotations.NullMarked;
