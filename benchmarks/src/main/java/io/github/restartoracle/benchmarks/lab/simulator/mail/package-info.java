/** SMTP servers with queues, and mailboxes that are polled, in virtual time. */
@NullMarked
package io.github.restartoracle.benchmarks.lab.simulator.mail;

import org.jspecify.annotations.NullMarked;
