package io.github.restartoracle.mail.internal.inbox;

import static io.github.restartoracle.mail.internal.inbox.MailOutcome.ACCEPT;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.QUAR;
import static io.github.restartoracle.mail.internal.inbox.Mails.bytes;
import static io.github.restartoracle.mail.internal.inbox.Mails.envelope;
import static io.github.restartoracle.mail.internal.inbox.Mails.soap;

import io.github.restartoracle.mail.internal.account.MailPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Case 161: mails to an account that accepts only senders whom its own server vouches for. */
final class SenderCases {
    private static final String FIELD = "Authentication-Results: ";
    private static final String OWN = FIELD + "mx.b.test";
    private static final String ATTACKER = OWN + "; spf=pass smtp.mailfrom=c.test; dkim=pass header.d=c.test";

    private SenderCases() {}

    static List<MailCase> all() {
        return Stream.of(heard(), unheard(), forged(), authors())
                .flatMap(List::stream)
                .toList();
    }

    private static MailCase sender(String name, MailOutcome expected, String results) {
        return mail(name, expected, results, soap(envelope()));
    }

    private static MailCase mail(String name, MailOutcome expected, String results, String mail) {
        MailCase sender =
                MailCase.of(161, "sender-" + name, expected, bytes(results.isEmpty() ? mail : results + "\r\n" + mail));
        // The server adds this field to a mail that it has checked.
        sender.good = bytes(OWN + "; dkim=pass header.d=a.test\r\n" + soap(envelope()));
        return sender.with(fixture -> fixture.policy =
                new MailPolicy(Set.of("a.test"), Set.of(), Set.of("alice@a.test"), "mx.b.test", Duration.ofDays(7)));
    }

    private static List<MailCase> heard() {
        return List.of(
                sender("dkim", ACCEPT, OWN + "; dkim=pass header.d=a.test header.s=x header.b=abc"),
                sender("spf", ACCEPT, OWN + "; spf=pass smtp.mailfrom=alice@a.test smtp.helo=mx.a.test"),
                sender("dmarc", ACCEPT, OWN + "; spf=none; dmarc=pass (p=reject) header.from=a.test"),
                sender(
                        "version-and-folds",
                        ACCEPT,
                        FIELD + "MX.b.TEST 1;\r\n\tDKIM=Pass (2048-bit key)\r\n header.d=A.test"),
                sender("reason", ACCEPT, OWN + "; dkim=pass reason=\"good; dkim=fail\" header.d=\"a.test\""),
                sender(
                        "below-another-server",
                        ACCEPT,
                        FIELD + "mx.c.test; dkim=fail\r\n" + OWN + ";dkim=pass header.d=a.test"));
    }

    private static List<MailCase> unheard() {
        return List.of(
                sender("unchecked", QUAR, ""),
                sender("none", QUAR, OWN + "; none"),
                sender("fail", QUAR, OWN + "; dkim=fail header.d=a.test; spf=softfail smtp.mailfrom=a.test"),
                sender("temperror", QUAR, OWN + "; dkim=temperror header.d=a.test"),
                sender("other-domain", QUAR, ATTACKER),
                sender("subdomain", QUAR, OWN + "; dkim=pass header.d=x.a.test"),
                sender("longer-domain", QUAR, OWN + "; dkim=pass header.d=a.test.c.test"),
                sender("arc", QUAR, OWN + "; arc=pass header.d=a.test"),
                sender("helo", QUAR, OWN + "; spf=pass smtp.helo=a.test"),
                sender("dkim-identity", QUAR, OWN + "; dkim=pass header.d=c.test header.i=@a.test"),
                sender("dmarc-of-another", QUAR, OWN + "; dmarc=pass header.from=c.test"),
                sender("auth-of-another", QUAR, OWN + "; auth=pass smtp.auth=alice@a.test"));
    }

    private static List<MailCase> forged() {
        String forged = OWN + "; dkim=pass header.d=a.test";
        return List.of(
                sender("forged-below", QUAR, ATTACKER + "\r\n" + forged),
                sender("forged-below-a-fail", QUAR, OWN + "; none\r\n" + forged),
                sender("forged-below-a-garbled", QUAR, OWN + "; (unclosed\r\n" + forged),
                sender("forged-by-another-server", QUAR, FIELD + "mx.c.test; dkim=pass header.d=a.test"),
                sender("forged-name-in-a-comment", QUAR, FIELD + "(mx.b.test) mx.c.test; dkim=pass header.d=a.test"),
                sender("forged-name-as-a-prefix", QUAR, FIELD + "mx.b.test.c.test; dkim=pass header.d=a.test"),
                sender("forged-name-in-quotes", QUAR, FIELD + "\"mx.b.test; x\"; dkim=pass header.d=a.test"),
                sender("forged-in-a-comment", QUAR, OWN + "; dkim=fail (dkim=pass header.d=a.test)"),
                sender(
                        "forged-in-a-local-part",
                        QUAR,
                        OWN + "; spf=pass smtp.mailfrom=\"x; dkim=pass header.d=a.test\"@c.test"),
                sender(
                        "forged-in-a-reason",
                        QUAR,
                        OWN + "; dkim=fail reason=\"x; dkim=pass header.d=a.test\" header.d=c.test"),
                sender("forged-twice-in-one-result", QUAR, OWN + "; dkim=pass header.d=c.test header.d=a.test"),
                sender("forged-method", QUAR, OWN + "; x-dkim=pass header.d=a.test"),
                mail(
                        "forged-in-the-body",
                        QUAR,
                        "",
                        soap(envelope()).replace("\r\n\r\n", "\r\n\r\n" + forged + "\r\n\r\n")),
                sender("forged-received-spf", QUAR, "Received-SPF: pass (mx.b.test: domain of alice@a.test)"),
                sender(
                        "forged-arc-results",
                        QUAR,
                        "ARC-Authentication-Results: i=1; mx.b.test; dkim=pass header.d=a.test"));
    }

    /** Returns mails that are vouched for, but whose author is not the listed one, or is unknown. */
    private static List<MailCase> authors() {
        String own = OWN + "; dkim=pass header.d=a.test; spf=pass smtp.mailfrom=alice@a.test";
        String mail = soap(envelope());
        String from = "From: alice@a.test\r\n";
        return List.of(
                mail("from-named", ACCEPT, own, mail.replace(from, "From: \"Bob <bob@a.test>\" <alice@a.test>\r\n")),
                mail("from-another", QUAR, own, mail.replace(from, "From: bob@a.test\r\n")),
                mail("from-upper-case", QUAR, own, mail.replace(from, "From: ALICE@a.test\r\n")),
                mail("from-twice", QUAR, own, mail.replace(from, from + "From: mallory@c.test\r\n")),
                mail("from-two", QUAR, own, mail.replace(from, "From: alice@a.test, mallory@c.test\r\n")),
                mail("from-a-group", QUAR, own, mail.replace(from, "From: friends: alice@a.test;\r\n")),
                mail("from-none", QUAR, own, mail.replace(from, "")),
                mail("from-display-name", QUAR, own, mail.replace(from, "From: \"alice@a.test\" <bob@a.test>\r\n")),
                mail("from-comment", QUAR, own, mail.replace(from, "From: bob@a.test (alice@a.test)\r\n")),
                mail(
                        "from-only-the-return-path",
                        QUAR,
                        own,
                        mail.replace(from, "From: mallory@a.test\r\nSender: alice@a.test\r\n")));
    }
}
