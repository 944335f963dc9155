/**
 * Comma-separated values: {@link io.github.restartoracle.harness.csv.Csv} of records,
 * {@link io.github.restartoracle.harness.csv.CsvTable} of columns that are known at run time only.
 */
@NullMarked
package io.github.restartoracle.harness.csv;

import org.jspecify.annotations.NullMarked;
