/**
 * Runs and sweeps in a browser: existing ones, pages computed from them, new ones, and their progress. The server touches nothing outside
 * one folder.
 */
@NullMarked
package dev.inflight.lab.serve;

import org.jspecify.annotations.NullMarked;
