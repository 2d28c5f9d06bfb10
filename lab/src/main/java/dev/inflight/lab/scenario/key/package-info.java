/**
 * Keys of scenarios. {@link PlainKeys}, {@link StructuredKeys}, {@link ClassesKey} or an axis declares each key once;
 * {@link ScenarioFile} reads and {@link ScenarioWriter} writes by these declarations.
 */
@NullMarked
package dev.inflight.lab.scenario.key;

import org.jspecify.annotations.NullMarked;
