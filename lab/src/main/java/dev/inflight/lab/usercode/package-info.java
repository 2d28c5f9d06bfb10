/**
 * Code of users: records that scenarios name besides those of the program, from jars and from sources that are compiled in memory. Read
 * {@link dev.inflight.lab.usercode.UserCode} first.
 */
@NullMarked
package dev.inflight.lab.usercode;

import org.jspecify.annotations.NullMarked;
