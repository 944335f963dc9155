package io.github.restartoracle.mail.inbox;

import io.github.restartoracle.mail.account.MailAccount;
import io.github.restartoracle.mail.account.MailLimits;
import io.github.restartoracle.mail.account.MailPolicy;
import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.address.MailAddressException;
import io.github.restartoracle.mail.spool.SpooledMail;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a mail is, from its bytes alone, in this order: size, delivery report, automatic answer, sender, SOAP part,
 * WS-Addressing. What comes first decides. Thread-safe.
 */
final class Triage {
    private final MailLimits limits;
    private final MailPolicy policy;

    Triage(MailAccount account) {
        this.limits = account.limits();
        this.policy = account.policy();
    }

    Verdict judge(SpooledMail mail) throws IOException {
        if (mail.octets() > limits.mailBytes()) {
            return new Verdict.Unfit("larger than " + limits.mailBytes() + " octets");
        }
        try {
            RawCheck.check(mail, limits);
            Part root = MimeReader.read(mail, limits);
            boolean kept = false;
            try {
                Verdict verdict = judge(root);
                kept = verdict instanceof Verdict.Soap;
                return verdict;
            } finally {
                if (!kept) {
                    root.close();
                }
            }
        } catch (UnfitMailException e) {
            return new Verdict.Unfit(String.valueOf(e.getMessage()));
        }
    }

    private Verdict judge(Part root) throws IOException, UnfitMailException {
        DeliveryReport report = DeliveryReport.of(root);
        if (report != null) {
            return new Verdict.Report(report);
        }
        if (root.type.is("multipart/report")) {
            return new Verdict.Ignored("a report");
        }
        if (!root.type.isSoap() && !root.type.is("multipart/related") && automatic(root.header)) {
            return new Verdict.Ignored("an automatic message");
        }
        MailAddress sender = envelopeSender(root.header);
        if (!policy.allowedSenders().isEmpty() && (sender == null || !policy.allowsSender(sender))) {
            return new Verdict.Unfit("the sender is not allowed");
        }
        Part soap = soapPart(root);
        Envelope envelope = EnvelopeReader.read(soap);
        for (String address : envelope.replyAddresses()) {
            checkReply(address);
        }
        String messageId = root.header.only("message-id");
        return new Verdict.Soap(new ReceivedMail(root, soap, envelope, sender, messageId));
    }

    /** RFC 3834, section 2 and 5: nobody wrote it, and nobody awaits an answer. */
    private static boolean automatic(Header header) {
        String submitted = header.first("auto-submitted");
        boolean byNobody = submitted != null && !submitted.regionMatches(true, 0, "no", 0, 2);
        return byNobody || "<>".equals(header.first("return-path"));
    }

    /** The address in the Return-Path that the last server added; null if it is empty, absent or not usable. */
    private static @Nullable MailAddress envelopeSender(Header header) {
        List<String> paths = header.all("return-path");
        if (paths.isEmpty()) {
            return null;
        }
        try {
            return MailAddress.of(Part.withoutBrackets(paths.get(0)));
        } catch (MailAddressException unusable) {
            return null;
        }
    }

    private static Part soapPart(Part root) throws UnfitMailException {
        if (!root.type.isMultipart()) {
            return soap(root);
        }
        if (!root.type.is("multipart/related") || root.parts.isEmpty()) {
            throw new UnfitMailException("a " + kind(root) + ", which carries no SOAP");
        }
        Set<String> ids = new HashSet<>();
        String start = root.type.parameter("start");
        Part chosen = start == null ? root.parts.get(0) : null;
        for (Part part : root.parts) {
            if (part.type.isMultipart()) {
                throw new UnfitMailException("a multipart among the attachments");
            }
            if (part.type.type().startsWith("message/")) {
                throw new UnfitMailException("a mail among the attachments");
            }
            String id = part.contentId();
            if (id != null && !ids.add(id)) {
                throw new UnfitMailException("two parts with one Content-ID");
            }
            if (start != null && Part.withoutBrackets(start).equals(id)) {
                chosen = part;
            }
        }
        if (chosen == null) {
            throw new UnfitMailException("the start parameter names no part");
        }
        return soap(chosen);
    }

    private static Part soap(Part part) throws UnfitMailException {
        if (!part.type.isSoap()) {
            throw new UnfitMailException("a " + kind(part) + ", which is no SOAP");
        }
        return part;
    }

    /** Only types that are well known are named, so that nothing of the mail gets into a log. */
    private static String kind(Part part) {
        String main = part.type.type().split("/", 2)[0];
        return Set.of("text", "multipart", "message", "application").contains(main) ? main + " type" : "type";
    }

    /** What is no mail address is left to CXF's guard. */
    private void checkReply(String address) throws UnfitMailException {
        if (!MailAddress.isMailUri(address)) {
            return;
        }
        try {
            if (!policy.allowsRecipient(MailAddress.ofUri(address))) {
                throw new UnfitMailException("the reply address is in a domain that is not allowed");
            }
        } catch (MailAddressException e) {
            throw new UnfitMailException("the reply address is " + e.getMessage(), e);
        }
    }
}
