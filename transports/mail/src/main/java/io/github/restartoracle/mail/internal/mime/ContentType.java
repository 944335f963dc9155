package io.github.restartoracle.mail.internal.mime;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A media type with its parameters (RFC 2045, section 5.1), parsed strictly: a value that two readers could understand
 * differently is refused. Long parameters are never split (RFC 2231), since SOAP stacks do not read that.
 *
 * @param type such as {@code text/xml}, in lower case
 * @param parameters names in lower case, values without their quotes
 */
public record ContentType(String type, Map<String, String> parameters) {
    /** RFC 2045, section 5.2. */
    static final ContentType DEFAULT = new ContentType("text/plain", Map.of("charset", "us-ascii"));

    private static final int MAX_BOUNDARY = 70;
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern TYPE = Pattern.compile("\\s*(" + TOKEN + "/" + TOKEN + ")\\s*");
    private static final Pattern DISPOSITION = Pattern.compile("\\s*(" + TOKEN + ")\\s*");
    private static final Pattern PARAMETER =
            Pattern.compile(";\\s*(?:(" + TOKEN + ")\\s*=\\s*(?:(" + TOKEN + ")|\"((?:[^\"\\\\]|\\\\.)*+)\"))?\\s*");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");
    private static final Pattern QUOTED = Pattern.compile("[\"\\\\]");
    private static final Pattern BOUNDARY = Pattern.compile("[0-9A-Za-z'()+_,./:=? -]*[0-9A-Za-z'()+_,./:=?-]");

    static ContentType of(@Nullable String field) throws UnfitMailException {
        if (field == null) {
            return DEFAULT;
        }
        ContentType read = parse(TYPE, field);
        if (read.isMultipart()) {
            read.checkBoundary();
        }
        return read;
    }

    /** Reads a Content-Disposition, which has a token in place of a type. */
    static ContentType disposition(String field) throws UnfitMailException {
        return parse(DISPOSITION, field);
    }

    private static ContentType parse(Pattern main, String field) throws UnfitMailException {
        Matcher type = main.matcher(field);
        if (!type.lookingAt() || field.contains("=?")) {
            throw new UnfitMailException("Content-Type is malformed");
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        Matcher parameter = PARAMETER.matcher(field);
        int at = type.end();
        while (at < field.length()) {
            if (!parameter.find(at) || parameter.start() != at) {
                throw new UnfitMailException("Content-Type is malformed");
            }
            at = parameter.end();
            if (parameter.group(1) != null) {
                String name = parameter.group(1).toLowerCase(Locale.ROOT);
                String value = parameter.group(2) != null
                        ? parameter.group(2)
                        : parameter.group(3).replaceAll("\\\\(.)", "$1");
                if (parameters.put(name, value) != null) {
                    throw new UnfitMailException("Content-Type has a duplicate parameter");
                }
            }
        }
        return new ContentType(type.group(1).toLowerCase(Locale.ROOT), parameters);
    }

    private void checkBoundary() throws UnfitMailException {
        if (parameters.keySet().stream().anyMatch(name -> name.startsWith("boundary*"))) {
            throw new UnfitMailException("the boundary parameter uses the extended syntax of RFC 2231");
        }
        String boundary = parameters.get("boundary");
        if (boundary == null) {
            throw new UnfitMailException("a multipart has no boundary");
        }
        if (boundary.length() > MAX_BOUNDARY || !BOUNDARY.matcher(boundary).matches()) {
            throw new UnfitMailException("a boundary violates RFC 2046");
        }
    }

    /** Returns the value of a parameter, null if there is none. */
    public @Nullable String parameter(String name) {
        return parameters.get(name);
    }

    /** Returns the type with one parameter set. */
    public ContentType with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.put(name, value);
        return new ContentType(type, changed);
    }

    /** States the charset of XML, which in a mail would be US-ASCII without it (RFC 7303). */
    ContentType withCharset(String charset) {
        boolean xml = type.endsWith("/xml") || type.endsWith("+xml");
        return xml && !parameters.containsKey("charset") ? with("charset", charset) : this;
    }

    /** Returns whether the type is another one, given in lower case. */
    public boolean is(String other) {
        return type.equals(other);
    }

    /** Returns whether there are parts inside. */
    public boolean isMultipart() {
        return type.startsWith("multipart/");
    }

    /** Returns whether it is SOAP 1.1, SOAP 1.2, or either inside XOP. */
    public boolean isSoap() {
        return is("text/xml") || is("application/soap+xml") || is("application/xop+xml");
    }

    /** Returns the value of the header with each parameter on a line of its own. */
    String folded() {
        return written(";\r\n ");
    }

    private String written(String separator) {
        StringBuilder text = new StringBuilder(type);
        parameters.forEach((name, value) -> text.append(separator)
                .append(name)
                .append("=\"")
                .append(QUOTED.matcher(value).replaceAll("\\\\$0"))
                .append('"'));
        return text.toString();
    }

    /** Returns the value of the header on one line; characters that must not be there are left out. */
    @Override
    public String toString() {
        return UNPRINTABLE.matcher(written("; ")).replaceAll("");
    }
}
