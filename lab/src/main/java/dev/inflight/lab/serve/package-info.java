/**
 * Web server for runs and sweeps: lists of them, pages computed from results, new runs, and their progress. Only the served
 * folder is read and written.
 */
@NullMarked
package dev.inflight.lab.serve;

import org.jspecify.annotations.NullMarked;
