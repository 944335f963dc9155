package io.github.restartoracle.mail.internal.mime;

/**
 * One header field that is safe to send: printable ASCII, and no line longer than RFC 5322, section 2.1.1, allows.
 *
 * @param name the field name
 * @param value the value, folded already where it has to be
 */
record HeaderField(String name, String value) {
    /** 998 characters without the line end. */
    private static final int MAX_LINE = 998;

    static HeaderField of(String name, String value) throws UnsendableMailException {
        requirePrintable(name, value);
        return folded(name, value);
    }

    /** Returns a field whose value has line breaks, each followed by a space. */
    static HeaderField folded(String name, String value) throws UnsendableMailException {
        int length = name.length() + 2;
        int from = 0;
        while (from <= value.length()) {
            int lineEnd = value.indexOf("\r\n", from);
            int to = lineEnd < 0 ? value.length() : lineEnd;
            requirePrintable(name, value.substring(from, to));
            if (length + to - from > MAX_LINE) {
                throw new UnsendableMailException(name + " is too long for a mail: " + value.length() + " characters");
            }
            length = 0;
            from = to + 2;
        }
        return new HeaderField(name, value);
    }

    static void requirePrintable(String name, String value) throws UnsendableMailException {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c >= 0x7F) {
                throw new UnsendableMailException(
                        String.format("%s contains U+%04X, which a mail header cannot carry", name, (int) c));
            }
        }
    }

    /** Returns a harmless text: characters that are not printable ASCII become {@code ?}, and the rest is cut. */
    static String harmless(String text, int maxLength) {
        StringBuilder clean = new StringBuilder();
        for (int i = 0; i < text.length() && i < maxLength; i++) {
            char c = text.charAt(i);
            clean.append(c >= ' ' && c < 0x7F ? c : '?');
        }
        return clean.toString();
    }

    @Override
    public String toString() {
        return name + ": " + value + "\r\n";
    }
}
