package io.github.restartoracle.wsrm.internal.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMException;
import org.junit.jupiter.api.Test;

class RequestFailuresTest {
    private static final QName CLIENT = new QName("http://schemas.xmlsoap.org/soap/envelope/", "Client");
    private static final QName REFUSED = new QName("urn:rm", RMConstants.CREATE_SEQUENCE_REFUSED_FAULT_CODE);

    private static Throwable failure(Throwable cause) {
        return new RMException(new Fault(cause));
    }

    private static SSLHandshakeException handshake(Throwable cause) {
        SSLHandshakeException handshake = new SSLHandshakeException("handshake");
        handshake.initCause(cause);
        return handshake;
    }

    @Test
    void shouldKnowFailuresThatNoWaitingMends() {
        assertThat(new Throwable[] {
                    failure(new SoapFault("not recognized", CLIENT)),
                    failure(new IOException("HTTP response '404: Not Found' when communicating with http://a/b")),
                    failure(new IOException("Tunnel failed, got: 407")),
                    failure(new UnknownHostException("a")),
                    failure(new ConnectException().initCause(new UnresolvedAddressException())),
                    failure(handshake(new CertificateException("no trust anchor")))
                })
                .allMatch(RequestFailures::isConfiguration);
    }

    @Test
    void shouldWaitWhereItMayHelp() {
        assertThat(new Throwable[] {
                    failure(new SoapFault("too many sequences", REFUSED)),
                    failure(new SoapFault("Error reading XMLStreamReader", new EOFException(), CLIENT)),
                    failure(new IOException("HTTP response '503: Unavailable' when communicating with http://a/b")),
                    failure(new IOException("HTTP response '429: Too Many' when communicating with http://a/b")),
                    failure(new ConnectException("refused")),
                    failure(handshake(new EOFException())),
                    failure(new IllegalStateException("Response message did not contain proper response data")),
                    new OutOfMemoryError("no thread")
                })
                .noneMatch(RequestFailures::isConfiguration);
    }

    @Test
    void shouldDistinguishFaultsThatBlameTheReceiver() {
        QName server = new QName("http://schemas.xmlsoap.org/soap/envelope/", "Server");
        assertThat(RequestFailures.isPassing(failure(new SoapFault("down", server))))
                .isTrue();
        assertThat(RequestFailures.isPassing(failure(new SoapFault("not recognized", CLIENT))))
                .isFalse();
        assertThat(RequestFailures.isPassing(failure(new IOException("no fault"))))
                .isFalse();
    }
}
