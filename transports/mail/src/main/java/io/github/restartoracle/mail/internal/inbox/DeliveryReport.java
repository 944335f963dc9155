package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.mime.Header;
import io.github.restartoracle.mail.internal.mime.Part;
import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A delivery status notification (RFC 3464) about one mail of this side. Any sender can forge one: it counts only if it names
 * the mail by an identifier that cannot be guessed.
 *
 * @param action {@code failed}, {@code delayed}, {@code delivered}, {@code relayed}, {@code expanded} or another word, in lower
 *     case; {@code failed} if any recipient failed
 * @param status the enhanced status code, such as {@code 5.1.1}; empty if there is none
 * @param envelopeId the {@code ENVID} that the mail was sent with, or null
 * @param messageId the Message-ID of the mail, with its brackets, or null
 */
public record DeliveryReport(
        String action,
        String status,
        @Nullable String envelopeId,
        @Nullable String messageId) {
    private static final int MAX_OCTETS = 64 << 10;

    /**
     * Returns whether the mail will not arrive.
     *
     * @return true for {@code failed} with a status of class 5, or none
     */
    public boolean permanent() {
        return action.equals("failed") && (status.isEmpty() || status.startsWith("5."));
    }

    /** Returns the notification in a mail; null if the mail is none. */
    static @Nullable DeliveryReport of(Part mail) throws IOException, UnfitMailException {
        if (!mail.type().is("multipart/report")
                || !"delivery-status".equalsIgnoreCase(mail.type().parameter("report-type"))) {
            return null;
        }
        List<Header> groups = new ArrayList<>();
        String messageId = null;
        for (Part part : mail.parts()) {
            if (part.type().is("message/delivery-status")) {
                groups.addAll(groups(text(part)));
            } else if (part.type().is("message/rfc822") || part.type().is("text/rfc822-headers")) {
                messageId = groups(text(part)).get(0).first("message-id");
            }
        }
        if (groups.isEmpty()) {
            throw new UnfitMailException("a delivery report has no status");
        }
        Header worst = groups.get(0);
        for (Header group : groups) {
            if (group.first("action") != null && !"failed".equalsIgnoreCase(worst.first("action"))) {
                worst = group;
            }
        }
        return new DeliveryReport(
                text(worst, "action").toLowerCase(Locale.ROOT),
                text(worst, "status"),
                groups.get(0).first("original-envelope-id"),
                messageId);
    }

    private static String text(Header group, String name) {
        String value = group.first(name);
        return value == null ? "" : value.replaceAll("[^!-~].*", "");
    }

    private static String text(Part part) throws IOException, UnfitMailException {
        try (InputStream in = part.open()) {
            return new String(in.readNBytes(MAX_OCTETS), StandardCharsets.ISO_8859_1);
        }
    }

    /** Splits a text into groups of fields, which empty lines separate. */
    private static List<Header> groups(String text) {
        List<Header> groups = new ArrayList<>(List.of(new Header()));
        for (String line : text.replaceAll("\r\n[ \t]+", " ").split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                groups.get(groups.size() - 1).add(line.substring(0, colon), line.substring(colon + 1));
            } else if (line.isBlank() && !groups.get(groups.size() - 1).isEmpty()) {
                groups.add(new Header());
            }
        }
        return groups;
    }
}
