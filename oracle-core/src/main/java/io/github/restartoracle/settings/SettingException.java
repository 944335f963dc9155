package io.github.restartoracle.settings;

/** A property has a value that cannot be used. The message names the property, the value and what was expected. */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String property;
    private final String value;
    private final String expected;

    /**
     * Creates an exception for a property. A value that may be a {@linkplain Secrets secret} is not kept.
     *
     * @param property the full name, such as {@code restart-oracle.initial-timeout}
     * @param value the value as it was given
     * @param expected the values that would have been right, such as {@code a duration from 1ms to 1d}
     */
    public SettingException(String property, String value, String expected) {
        super(property + " = \"" + Secrets.shown(property, value) + "\" cannot be used: expected " + expected);
        this.property = property;
        this.value = String.valueOf(Secrets.shown(property, value));
        this.expected = expected;
    }

    /**
     * Returns the property.
     *
     * @return its full name
     */
    public String property() {
        return property;
    }

    /**
     * Returns the value as it was given.
     *
     * @return the value as text, or three dots
     */
    public String value() {
        return value;
    }

    /**
     * Returns the values that would have been right.
     *
     * @return a phrase that follows "expected"
     */
    public String expected() {
        return expected;
    }
}
