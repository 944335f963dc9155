package io.github.restartoracle.mail.inbox;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A media type with its parameters (RFC 2045, section 5.1), read strictly: what two readers could understand differently is
 * refused.
 *
 * @param type such as {@code text/xml}, in lower case
 * @param parameters names in lower case, values without their quotes
 */
record ContentType(String type, Map<String, String> parameters) {
    /** RFC 2045, section 5.2. */
    static final ContentType DEFAULT = new ContentType("text/plain", Map.of("charset", "us-ascii"));

    private static final int MAX_BOUNDARY = 70;
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern TYPE = Pattern.compile("\\s*(" + TOKEN + "/" + TOKEN + ")\\s*");
    private static final Pattern PARAMETER =
            Pattern.compile(";\\s*(?:(" + TOKEN + ")\\s*=\\s*(?:(" + TOKEN + ")|\"((?:[^\"\\\\]|\\\\.)*+)\"))?\\s*");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");
    private static final Pattern QUOTED = Pattern.compile("[\"\\\\]");
    private static final Pattern BOUNDARY = Pattern.compile("[0-9A-Za-z'()+_,./:=? -]*[0-9A-Za-z'()+_,./:=?-]");

    static ContentType of(@Nullable String field) throws UnfitMailException {
        if (field == null) {
            return DEFAULT;
        }
        Matcher type = TYPE.matcher(field);
        if (!type.lookingAt() || field.contains("=?")) {
            throw new UnfitMailException("Content-Type is garbled");
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        Matcher parameter = PARAMETER.matcher(field);
        int at = type.end();
        while (at < field.length()) {
            if (!parameter.find(at) || parameter.start() != at) {
                throw new UnfitMailException("Content-Type is garbled");
            }
            at = parameter.end();
            if (parameter.group(1) != null) {
                String name = parameter.group(1).toLowerCase(Locale.ROOT);
                String value = parameter.group(2) != null
                        ? parameter.group(2)
                        : parameter.group(3).replaceAll("\\\\(.)", "$1");
                if (parameters.put(name, value) != null) {
                    throw new UnfitMailException("Content-Type has a parameter twice");
                }
            }
        }
        ContentType read = new ContentType(type.group(1).toLowerCase(Locale.ROOT), parameters);
        if (read.isMultipart()) {
            read.checkBoundary();
        }
        return read;
    }

    private void checkBoundary() throws UnfitMailException {
        if (parameters.keySet().stream().anyMatch(name -> name.startsWith("boundary*"))) {
            throw new UnfitMailException("the boundary is split over parameters");
        }
        String boundary = parameters.get("boundary");
        if (boundary == null) {
            throw new UnfitMailException("a multipart has no boundary");
        }
        if (boundary.length() > MAX_BOUNDARY || !BOUNDARY.matcher(boundary).matches()) {
            throw new UnfitMailException("a boundary is against RFC 2046");
        }
    }

    @Nullable
    String parameter(String name) {
        return parameters.get(name);
    }

    ContentType with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.put(name, value);
        return new ContentType(type, changed);
    }

    boolean is(String other) {
        return type.equals(other);
    }

    boolean isMultipart() {
        return type.startsWith("multipart/");
    }

    /** SOAP 1.1, SOAP 1.2, or either inside XOP. */
    boolean isSoap() {
        return is("text/xml") || is("application/soap+xml") || is("application/xop+xml");
    }

    /** As it is written in a header; characters that must not be there are left out. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(type);
        parameters.forEach((name, value) -> text.append("; ")
                .append(name)
                .append("=\"")
                .append(QUOTED.matcher(UNPRINTABLE.matcher(value).replaceAll(""))
                        .replaceAll("\\\\$0"))
                .append('"'));
        return text.toString();
    }
}
