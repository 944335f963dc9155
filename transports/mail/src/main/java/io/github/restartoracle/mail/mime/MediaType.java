package io.github.restartoracle.mail.mime;

import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.ParameterList;
import jakarta.mail.internet.ParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Content-Type with its parameters in order. Written by hand because Jakarta Mail splits long parameters (RFC 2231) in a
 * way that SOAP stacks, ours included, do not read back.
 *
 * @param name type and subtype in lower case
 * @param parameters their names in lower case, and their values unquoted
 */
record MediaType(String name, Map<String, String> parameters) {
    static MediaType parse(String text) throws UnsendableMailException {
        HeaderField.requirePrintable("Content-Type", text);
        try {
            ContentType type = new ContentType(text);
            Map<String, String> parameters = new LinkedHashMap<>();
            ParameterList list = type.getParameterList();
            if (list != null) {
                for (String parameter : Collections.list(list.getNames())) {
                    parameters.put(parameter.toLowerCase(Locale.ROOT), list.get(parameter));
                }
            }
            return new MediaType(type.getBaseType().toLowerCase(Locale.ROOT), parameters);
        } catch (ParseException malformed) {
            throw new UnsendableMailException("Content-Type is malformed");
        }
    }

    boolean isMultipart() {
        return name.startsWith("multipart/");
    }

    @Nullable
    String parameter(String parameter) {
        return parameters.get(parameter);
    }

    MediaType with(String parameter, String value) {
        Map<String, String> more = new LinkedHashMap<>(parameters);
        more.put(parameter, value);
        return new MediaType(name, more);
    }

    /** The type with its charset, which for XML over mail defaults to US-ASCII unless it is stated (RFC 7303). */
    MediaType withCharset(String charset) {
        boolean xml = name.endsWith("/xml") || name.endsWith("+xml");
        return xml && !parameters.containsKey("charset") ? with("charset", charset) : this;
    }

    /** The header's value, each parameter on a line of its own. */
    String folded() {
        StringBuilder value = new StringBuilder(name);
        parameters.forEach((parameter, text) -> value.append(";\r\n ")
                .append(parameter)
                .append("=\"")
                .append(text.replace("\\", "\\\\").replace("\"", "\\\""))
                .append('"'));
        return value.toString();
    }
}
