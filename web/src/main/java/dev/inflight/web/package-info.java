/** The simulator in a browser: what the page calls. {@link Program} is the type to read first. */
@NullMarked
package dev.inflight.web;

import org.jspecify.annotations.NullMarked;
