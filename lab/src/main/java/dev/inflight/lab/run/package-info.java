/** One run with its progress and what an interruption does to it. Read {@link Run} first. */
@NullMarked
package dev.inflight.lab.run;

import org.jspecify.annotations.NullMarked;
