package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailAddressException;
import io.github.restartoracle.mail.internal.mime.Header;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The domains that the own mail server vouches for in its Authentication-Results (RFC 8601). Only the first field that names
 * the own server counts: the server adds its field on top, and removes others that bear its name. A field that does not follow
 * the grammar vouches for no domain.
 */
final class AuthenticationResults {
    private static final Pattern SERVER = Pattern.compile("\\s*(?:\"([^\"\\\\]*)\"|([^\\s\";=]+))(?:\\s+\\d+)?\\s*");
    private static final Pattern PAIR =
            Pattern.compile("\\s*([A-Za-z][A-Za-z0-9.-]*)\\s*(?:/\\s*\\d+\\s*)?=\\s*(?:\"([^\"\\\\]*)\"|([^\\s\";]+))");
    private static final Pattern ALONE = Pattern.compile("\\s*([^\\s<>\",;:()]+)\\s*");
    private static final Pattern NAMED =
            Pattern.compile("(?:[^\"<>,;:@()\\\\]|\"(?:[^\"\\\\]|\\\\.)*+\")*+<\\s*([^\\s<>\",;:()]+)\\s*>\\s*");

    /** The property that holds the domain, by method. */
    private static final Map<String, String> IDENTITIES =
            Map.of("dkim", "header.d", "spf", "smtp.mailfrom", "dmarc", "header.from");

    private AuthenticationResults() {}

    /** Returns the domains, in lower case; none if the server is null. */
    static Set<String> vouched(Header header, @Nullable String server) {
        if (server == null) {
            return Set.of();
        }
        for (String field : header.all("authentication-results")) {
            List<String> elements = split(field);
            Matcher writer = elements == null ? null : SERVER.matcher(elements.get(0));
            if (elements == null || writer == null || !writer.matches()) {
                if (field.toLowerCase(Locale.ROOT).contains(server.toLowerCase(Locale.ROOT))) {
                    // It may be the field that counts, and a forged one may follow.
                    return Set.of();
                }
            } else if (server.equalsIgnoreCase(writer.group(1) == null ? writer.group(2) : writer.group(1))) {
                return domains(elements.subList(1, elements.size()));
            }
        }
        return Set.of();
    }

    private static Set<String> domains(List<String> results) {
        Set<String> domains = new HashSet<>();
        for (String result : results) {
            Map<String, String> pairs = new HashMap<>();
            String method = null;
            Matcher pair = PAIR.matcher(result);
            int at = 0;
            while (pair.find(at) && pair.start() == at) {
                String name = pair.group(1).toLowerCase(Locale.ROOT);
                method = method == null ? name : method;
                String value = pair.group(2) == null ? pair.group(3) : pair.group(2);
                if (pairs.put(name, value) != null) {
                    return Set.of();
                }
                at = pair.end();
            }
            if (!result.substring(at).isBlank() && !result.strip().equalsIgnoreCase("none")) {
                return Set.of();
            }
            if (method != null && "pass".equalsIgnoreCase(pairs.get(method))) {
                String identity = pairs.getOrDefault(IDENTITIES.getOrDefault(method, ""), "");
                domains.add(identity.substring(identity.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT));
            }
        }
        return domains;
    }

    /**
     * Returns the address of the From field, which vouched domains are compared with.
     *
     * @return null if there is not exactly one field with one address
     */
    static @Nullable MailAddress author(Header header) {
        List<String> fields = header.all("from");
        List<String> elements = fields.size() == 1 ? split(fields.get(0)) : null;
        if (elements == null || elements.size() != 1) {
            return null;
        }
        Matcher alone = ALONE.matcher(elements.get(0));
        Matcher named = NAMED.matcher(elements.get(0));
        try {
            return alone.matches()
                    ? MailAddress.of(alone.group(1))
                    : named.matches() ? MailAddress.of(named.group(1)) : null;
        } catch (MailAddressException unusable) {
            return null;
        }
    }

    /** Splits a field at its semicolons, without its comments (RFC 5322, section 3.2.2); null if it is garbled. */
    private static @Nullable List<String> split(String field) {
        List<String> elements = new ArrayList<>();
        StringBuilder element = new StringBuilder();
        int comments = 0;
        boolean quoted = false;
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            boolean escaped = c == '\\' && (quoted || comments > 0) && i + 1 < field.length();
            if (comments == 0 && c == '"') {
                quoted = !quoted;
            }
            if (!quoted && !escaped && c == '(') {
                comments++;
            } else if (!quoted && !escaped && c == ')' && comments > 0) {
                comments--;
                element.append(' ');
            } else if (comments == 0 && !quoted && c == ';') {
                elements.add(element.toString());
                element.setLength(0);
            } else if (comments == 0) {
                element.append(c);
            }
            if (escaped) {
                i++;
                if (comments == 0) {
                    element.append(field.charAt(i));
                }
            }
        }
        elements.add(element.toString());
        return quoted || comments > 0 ? null : elements;
    }
}
