/**
 * Choices with parameters, {@code name(key=value)}, bound to records by their components. Start with {@link Spec} and
 * {@link SpecBinder}.
 */
@NullMarked
package dev.inflight.lab.spec;

import org.jspecify.annotations.NullMarked;
