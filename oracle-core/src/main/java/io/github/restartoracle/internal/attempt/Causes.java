package io.github.restartoracle.internal.attempt;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The causes of failures. */
public final class Causes {
    private static final int MOST = 20;

    private Causes() {}

    /** Returns a failure and its causes; the first {@value #MOST}, since causes may form a ring. */
    public static List<Throwable> of(@Nullable Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MOST)
                .toList();
    }

    /** Returns the first of a failure and its causes that has a type. */
    public static <T> Optional<T> find(Class<T> type, @Nullable Throwable failure) {
        return of(failure).stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
