/** Questions in SQL to the results of runs, and their answers as text or files. */
@NullMarked
package dev.inflight.lab.query;

import org.jspecify.annotations.NullMarked;
