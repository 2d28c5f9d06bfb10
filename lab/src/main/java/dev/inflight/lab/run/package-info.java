/** One run with its progress and its response to an interruption. Read {@link Run} first. */
@NullMarked
package dev.inflight.lab.run;

import org.jspecify.annotations.NullMarked;
