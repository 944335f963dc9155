/** Meters of mails, for applications with Micrometer, which is optional, and without Spring or with Spring Boot. */
@NullMarked
package io.github.restartoracle.mail.internal.meters;

import org.jspecify.annotations.NullMarked;
