package io.github.restartoracle.mail.internal.message;

import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.inbox.ReceivedMail;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.binding.soap.SoapBindingConstants;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;

/** Makes CXF messages of received mails. */
public final class IncomingMessages {
    private IncomingMessages() {}

    /**
     * Returns a message with the content and the headers of a mail, and the policy for the addresses in it.
     *
     * @param content the mail's own stream, or a copy of it
     * @param policy decides about the addresses in the message
     * @return the message, without an exchange
     * @throws IOException if the mail cannot be read
     */
    public static MessageImpl of(ReceivedMail mail, InputStream content, MailPolicy policy) throws IOException {
        MessageImpl message = new MessageImpl();
        message.setContent(InputStream.class, content);
        message.put(MailPolicy.class, policy);
        message.put(Message.CONTENT_TYPE, mail.contentType());
        message.put(Message.ENCODING, mail.charset());
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put(Message.CONTENT_TYPE, List.of(mail.contentType()));
        String action = mail.soapAction();
        if (action != null) {
            headers.put(SoapBindingConstants.SOAP_ACTION, List.of(action));
        }
        message.put(Message.PROTOCOL_HEADERS, headers);
        return message;
    }
}
