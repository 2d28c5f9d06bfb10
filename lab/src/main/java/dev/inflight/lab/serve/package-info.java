/** Runs in a browser: those that are there, one that is begun, and what it does while it runs. Nothing outside one folder is touched. */
@NullMarked
package dev.inflight.lab.serve;

import org.jspecify.annotations.NullMarked;
