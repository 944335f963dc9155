package io.github.restartoracle.settings;

import io.github.restartoracle.internal.settings.Secrets;

/** A property is unknown, or has a value that cannot be used. The message names the property, the value and the problem. */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String property;
    private final String value;
    private final String problem;
    private final boolean unknown;

    /**
     * Creates an exception for a property with a wrong value. A value that may be a {@linkplain Secrets secret} is not kept.
     *
     * @param property the full name, such as {@code restart-oracle.initial-timeout}
     * @param value the value as it was given
     * @param expected the values that would have been right, such as {@code a duration from 1ms to 1d}
     */
    public SettingException(String property, String value, String expected) {
        this(property, value, "expected " + expected, false);
    }

    private SettingException(String property, String value, String problem, boolean unknown) {
        super(property + " = \"" + Secrets.shown(property, value) + "\" cannot be used: " + problem);
        this.property = property;
        this.value = String.valueOf(Secrets.shown(property, value));
        this.problem = problem;
        this.unknown = unknown;
    }

    /**
     * Creates an exception for a property that does not exist. A value that may be a {@linkplain Secrets secret} is not kept.
     *
     * @param property the full name as it was given
     * @param value the value as it was given
     * @param hint a phrase that helps to find the right one, such as {@code known are oracle, max-timeout}
     * @return the exception
     */
    public static SettingException unknown(String property, String value, String hint) {
        return new SettingException(property, value, "no such property; " + hint, true);
    }

    /**
     * Hides the value.
     *
     * @return the same exception with three dots for the value
     */
    public SettingException withoutValue() {
        return value.isEmpty() ? this : new SettingException(property, "...", problem, unknown);
    }

    /** {@return the full name of the property} */
    public String property() {
        return property;
    }

    /** {@return the value as it was given, as text, or three dots} */
    public String value() {
        return value;
    }

    /** {@return the problem; "expected" and the values that would have been right, or "no such property" and a hint} */
    public String problem() {
        return problem;
    }

    /**
     * Returns whether there is no such property.
     *
     * @return false if its value is wrong
     */
    public boolean isUnknown() {
        return unknown;
    }
}
