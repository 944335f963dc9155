package io.github.restartoracle.benchmarks.mail;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Sockets that acknowledge data at once when they read it, as the transport's do. GreenMail writes a mail in pieces and waits
 * for the acknowledgement of each, which TCP otherwise delays for 40 ms: the bare loop would wait instead of work.
 */
final class QuickSockets extends SocketFactory {
    private static final class Quick extends Socket {
        @Override
        public InputStream getInputStream() throws IOException {
            boolean quick = supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    if (quick) {
                        setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
                    }
                    return super.read(bytes, offset, length);
                }
            };
        }
    }

    @Override
    public Socket createSocket() {
        return new Quick();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new IOException("only unconnected sockets");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(host.getHostName(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localAddress, int localPort) throws IOException {
        return createSocket(host.getHostName(), port);
    }
}
