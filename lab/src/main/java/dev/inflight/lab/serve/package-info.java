/** Web server for runs and sweeps in one folder: lists of them, pages computed from results, new runs, and their progress. */
@NullMarked
package dev.inflight.lab.serve;

import org.jspecify.annotations.NullMarked;
