/** Commands that other modules add to the program: {@link dev.inflight.lab.extension.Extension}. */
@NullMarked
package dev.inflight.lab.extension;

import org.jspecify.annotations.NullMarked;
