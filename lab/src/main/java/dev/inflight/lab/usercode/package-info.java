/**
 * Users' code: records for scenarios from jars, and from sources that are compiled in memory. Start with
 * {@link dev.inflight.lab.usercode.UserCode}.
 */
@NullMarked
package dev.inflight.lab.usercode;

import org.jspecify.annotations.NullMarked;
