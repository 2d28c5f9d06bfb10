/** SQL queries over the results of runs, with results as text or files. */
@NullMarked
package dev.inflight.lab.query;

import org.jspecify.annotations.NullMarked;
