package io.github.restartoracle.mail.internal.inbox;

import static io.github.restartoracle.mail.internal.inbox.MailOutcome.ACCEPT;
import static io.github.restartoracle.mail.internal.inbox.MailOutcome.QUAR;
import static io.github.restartoracle.mail.internal.inbox.Mails.envelope;
import static io.github.restartoracle.mail.internal.inbox.Mails.soap;

import java.util.List;

/** Cases 89 to 94, 100 and 101: the effects of an envelope's XML before CXF sees it. The others need a service. */
final class XmlCases {
    private XmlCases() {}

    static List<MailCase> all() {
        String laughs = "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"" + "&a;".repeat(100) + "\"><!ENTITY c \""
                + "&b;".repeat(100) + "\"><!ENTITY d \"" + "&c;".repeat(100) + "\">]>";
        return List.of(
                MailCase.of(89, "dtd", QUAR, soap("<!DOCTYPE a>" + envelope())),
                MailCase.of(89, "dtd-external", QUAR, soap("<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/\">" + envelope())),
                MailCase.of(90, "xxe-file", QUAR, entity("file:///etc/passwd")),
                MailCase.of(91, "xxe-http", QUAR, entity("http://127.0.0.1:1/")),
                MailCase.of(92, "billion-laughs", QUAR, soap(laughs + envelope().replace(Mails.SECRET, "&d;"))),
                MailCase.of(
                        93,
                        "xinclude",
                        ACCEPT,
                        soap(envelope()
                                .replace(
                                        Mails.SECRET,
                                        "<i:include xmlns:i=\"http://www.w3.org/2001/XInclude\""
                                                + " href=\"file:///etc/passwd\" parse=\"text\"/>"))),
                MailCase.of(
                        94,
                        "xslt-pi",
                        ACCEPT,
                        soap("<?xml-stylesheet type=\"text/xsl\" href=\"http://127.0.0.1:1/\"?>" + envelope())),
                MailCase.of(100, "two-roots", QUAR, soap(envelope() + envelope())),
                MailCase.of(101, "empty-body", QUAR, soap("")),
                MailCase.of(101, "whitespace-body", QUAR, soap("   \r\n  ")));
    }

    private static String entity(String location) {
        return soap("<!DOCTYPE a [<!ENTITY x SYSTEM \"" + location + "\">]>"
                + envelope().replace(Mails.SECRET, "&x;"));
    }
}
