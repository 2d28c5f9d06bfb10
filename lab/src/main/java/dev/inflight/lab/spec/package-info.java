/**
 * Choices with parameters, {@code name(key=value)}, bound to records by their components. Read {@link Spec} first,
 * then {@link SpecBinder}.
 */
@NullMarked
package dev.inflight.lab.spec;

import org.jspecify.annotations.NullMarked;
