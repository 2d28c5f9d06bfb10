/**
 * Runs and sweeps in a browser: those that are there, what is computed from them, those that are started there, and what these do while they run.
 * Nothing outside one folder is touched.
 */
@NullMarked
package dev.inflight.lab.serve;

import org.jspecify.annotations.NullMarked;
