package io.github.restartoracle.interop;

import java.util.Locale;

/** A way of exchanging messages with a peer; a row of the table. */
record PeerExchange(String peer, boolean toPeer, boolean rm10, boolean soap12, Style style, boolean cut) {
    /** Ways in which acknowledgements and answers reach the source. */
    enum Style {
        /** On the connection of a request. */
        ANONYMOUS,
        /** At an address of the source. */
        DECOUPLED
    }

    /** {@return the number of two-way calls; an Axis2 client with a listener times out with any peer} */
    int calls() {
        return peer.equals("Sandesha2") && !toPeer && style == Style.DECOUPLED ? 0 : 3;
    }

    /** {@return options for the client of the peer} */
    String options(int listenerPort) {
        return (rm10 ? " rm10" : "")
                + (soap12 ? " soap12" : "")
                + (style == Style.DECOUPLED ? " listen=" + listenerPort : "");
    }

    String row() {
        return String.join(
                " | ",
                peer,
                toPeer ? "to the peer" : "from the peer",
                rm10 ? "1.0" : "1.1",
                soap12 ? "1.2" : "1.1",
                style.name().toLowerCase(Locale.ROOT),
                cut ? "10 s cut" : "none");
    }

    @Override
    public String toString() {
        return row();
    }
}
