package io.github.restartoracle.harness.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test class that needs a Docker engine (tag {@code docker}). Without one it is skipped with a warning that names a
 * solution; with the environment variable {@code CI=true} it fails, since a skipped test would stay unnoticed there.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Tag("docker")
@ExtendWith(DockerCondition.class)
public @interface RequiresDocker {}
