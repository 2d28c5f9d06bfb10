/** Commands that read results. */
@NullMarked
package dev.inflight.lab.cli.results;

import org.jspecify.annotations.NullMarked;
