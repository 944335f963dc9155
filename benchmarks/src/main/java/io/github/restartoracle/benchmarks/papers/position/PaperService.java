package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.exchange.Call;
import io.github.restartoracle.benchmarks.lab.report.Figure;
import java.time.Duration;
import java.util.OptionalInt;

/** The services of the paper, both of Amazon's: their sizes are those that Kim and Rosu measured in 2004. */
enum PaperService {
    AUTHOR("Author", 1438, 12_974),
    SELLER_PROFILE("Sellerprofile", 1283, 8031);

    /** The processing time of the server, p_req_resp. */
    private static final Duration PROCESSING = Duration.ofMillis(200);

    /** The payload of a full segment: 1500 bytes minus the headers of IP and TCP with time stamps. */
    private static final int SEGMENT = 1448;

    private static final int LATE = 4;
    private static final int AUTHORS_MIDDLE = 6;
    /** The packets before the data: the SYN-ACK and the acknowledgement of the request. */
    private static final int BEFORE_DATA = 2;

    private final String label;
    private final int requestBytes;
    private final int responseBytes;

    PaperService(String label, int requestBytes, int responseBytes) {
        this.label = label;
        this.requestBytes = requestBytes;
        this.responseBytes = responseBytes;
    }

    Call call() {
        return new Call(requestBytes, responseBytes, PROCESSING);
    }

    /**
     * Returns the number of packets from server to client: the SYN-ACK, the acknowledgement of the request, the data, and the
     * acknowledgement of the client's FIN. The server's own FIN is in the last data packet.
     */
    int packets() {
        int data = (responseBytes + SEGMENT - 1) / SEGMENT;
        return BEFORE_DATA + data + 1;
    }

    /**
     * Returns the first position of the losses that the paper calls late: the last four packets of data, 8 to 11 and 5 to 8.
     */
    int firstLate() {
        return packets() - LATE;
    }

    int lastLate() {
        return packets() - 1;
    }

    /** Returns the position with which late losses are compared: the paper's 6 for Author; it names none for the other. */
    OptionalInt middle() {
        return this == AUTHOR ? OptionalInt.of(AUTHORS_MIDDLE) : OptionalInt.empty();
    }

    int firstData() {
        return BEFORE_DATA + 1;
    }

    /** Returns the share of exchanges that lose a packet, by the probability per packet, independent of its size. */
    double hit(double loss) {
        return 1 - Math.pow(1 - loss, packets());
    }

    /**
     * Returns the share, of the exchanges that lose a packet, that lose one of three given packets, such as the last three of
     * the data.
     */
    double hitLastThree(double loss) {
        return (1 - Math.pow(1 - loss, 3)) / hit(loss);
    }

    String fileName() {
        return Figure.fileName(name());
    }

    @Override
    public String toString() {
        return label;
    }
}
