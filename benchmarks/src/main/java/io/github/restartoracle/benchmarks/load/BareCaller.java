package io.github.restartoracle.benchmarks.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutionException;

/**
 * A process that posts the envelope of a reliable message, without WS-RM or SOAP: an upper bound. It has the arguments of
 * {@link Caller} without stack and oracle.
 */
final class BareCaller {
    private BareCaller() {}

    public static void main(String[] arguments) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest post = HttpRequest.newBuilder(URI.create(arguments[0]))
                .header("Content-Type", "text/xml; charset=UTF-8")
                .POST(HttpRequest.BodyPublishers.ofString(BareService.envelope("Sequence")))
                .build();
        int threads = Integer.parseInt(arguments[1]);
        give(client, post, threads, Integer.parseInt(arguments[2]));
        int messages = Integer.parseInt(arguments[3]);
        Child.tell("warm");
        Child.isAsked();
        long cpu = Measures.cpuNanos();
        long begun = System.nanoTime();
        give(client, post, threads, messages);
        double seconds = (System.nanoTime() - begun) / 1e9;
        Child.tell(messages / seconds + " " + (Measures.cpuNanos() - cpu) / 1e3 / messages + " 0 "
                + Measures.peakHeapBytes());
        System.exit(0);
    }

    private static void give(HttpClient client, HttpRequest post, int threads, int messages)
            throws InterruptedException, ExecutionException {
        Measures.inThreads(threads, thread -> () -> {
            for (int k = 0; k < messages / threads; k++) {
                client.send(post, BodyHandlers.ofByteArray());
            }
            return null;
        });
    }
}
