package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailLimits;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.mime.Header;
import io.github.restartoracle.mail.internal.mime.MimeReader;
import io.github.restartoracle.mail.internal.mime.Part;
import io.github.restartoracle.mail.internal.mime.RawCheck;
import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import io.github.restartoracle.mail.internal.spool.SpooledMail;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;

/**
 * Sorts mails by their bytes alone, in this order: size, delivery report, automatic answer, sender, SOAP part, addresses.
 * The first that applies decides. Thread-safe.
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
            return new Verdict.Unfit("larger than limits.mail-bytes (" + limits.mailBytes() + " octets)");
        }
        try {
            Part root;
            try (InputStream raw = mail.open()) {
                RawCheck.check(raw, limits);
            }
            try (InputStream in = mail.open()) {
                root = MimeReader.read(in, limits);
            }
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
        if (root.type().is("multipart/report")) {
            return new Verdict.Ignored("a report other than a delivery report");
        }
        if (!root.type().isSoap() && !root.type().is("multipart/related") && automatic(root.header())) {
            return new Verdict.Ignored("an automatic message");
        }
        MailAddress author = AuthenticationResults.author(root.header());
        boolean vouched = author != null
                && AuthenticationResults.vouched(root.header(), policy.authservId())
                        .contains(author.domain());
        if (!policy.allowedSenders().isEmpty() && (author == null || !vouched || !policy.lists(author))) {
            throw new UnfitMailException(
                    vouched
                            ? "the author is not in allowed-senders"
                            : "the mail server did not authenticate the author");
        }
        Part soap = soapPart(root);
        if (soap.size() > limits.envelopeBytes()) {
            throw new UnfitMailException(
                    "the envelope is larger than limits.envelope-bytes (" + limits.envelopeBytes() + " octets)");
        }
        SoapAddressing addressing = EnvelopeReader.read(soap);
        for (String address : addressing.named()) {
            String refusal = policy.refusal(address);
            if (refusal != null) {
                throw new UnfitMailException("it names an address that is not permitted: " + refusal);
            }
        }
        return new Verdict.Soap(new ReceivedMail(root, soap, addressing, author, vouched));
    }

    /** Returns whether no person wrote a mail, so that its sender awaits no answer (RFC 3834, section 2 and 5). */
    private static boolean automatic(Header header) {
        String submitted = header.first("auto-submitted");
        boolean byMachine = submitted != null && !submitted.regionMatches(true, 0, "no", 0, 2);
        return byMachine || "<>".equals(header.first("return-path"));
    }

    private static Part soapPart(Part root) throws UnfitMailException {
        if (!root.type().isMultipart()) {
            return soap(root);
        }
        if (!root.type().is("multipart/related") || root.parts().isEmpty()) {
            throw new UnfitMailException("no SOAP message: " + kind(root));
        }
        Set<String> ids = new HashSet<>();
        String start = root.type().parameter("start");
        Part chosen = start == null ? root.parts().get(0) : null;
        for (Part part : root.parts()) {
            if (part.type().isMultipart()) {
                throw new UnfitMailException("an attachment is a multipart");
            }
            if (part.type().type().startsWith("message/")) {
                throw new UnfitMailException("an attachment is a mail");
            }
            String id = part.contentId();
            if (id != null && !ids.add(id)) {
                throw new UnfitMailException("two parts have the same Content-ID");
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
        if (!part.type().isSoap()) {
            throw new UnfitMailException("no SOAP message: " + kind(part));
        }
        return part;
    }

    /** Describes a type without its own words unless they are well-known, so that no content of the mail gets into a log. */
    private static String kind(Part part) {
        String main = part.type().type().split("/", 2)[0];
        return Set.of("text", "multipart", "message", "application").contains(main)
                ? "content type " + main + "/*"
                : "another content type";
    }
}
