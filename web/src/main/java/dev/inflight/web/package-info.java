/** The simulator in a browser: functions for the page. Read {@link Program} first. */
@NullMarked
package dev.inflight.web;

import org.jspecify.annotations.NullMarked;
