package io.github.restartoracle.sample;

import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.MediaType;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Sends the state to all open pages twice a second. */
@RestController
final class LivePage {
    private static final int LONGEST_CUT = 60;

    private final RestartOracle oracle;
    private final BadLink link;
    private final Map<String, OrderBook> books;
    private final InstantSource clock;
    private final Set<SseEmitter> pages = ConcurrentHashMap.newKeySet();

    /**
     * The data of a page.
     *
     * @param now milliseconds since 1970
     * @param model true if the links are a model
     * @param cuts the times when the link was cut; the last one may last
     * @param shops the state of each
     * @param paths the work of the oracle on each path
     */
    record Event(
            long now, boolean model, List<BadLink.Cut> cuts, Map<String, OrderBook.State> shops, List<Path> paths) {}

    /**
     * The work of the oracle on a path.
     *
     * @param oracle its name
     * @param restarts so far
     */
    record Path(String oracle, long restarts) {
        static Path of(PathStatus path) {
            return new Path(path.oracle(), path.restarts());
        }
    }

    LivePage(RestartOracle oracle, BadLink link, Map<String, OrderBook> books, InstantSource clock) {
        this.oracle = oracle;
        this.link = link;
        this.books = books;
        this.clock = clock;
    }

    @GetMapping("/events")
    SseEmitter events() {
        SseEmitter page = new SseEmitter(0L);
        page.onCompletion(() -> pages.remove(page));
        page.onError(gone -> pages.remove(page));
        pages.add(page);
        return page;
    }

    @PostMapping("/cut")
    void cut(@RequestParam("seconds") int seconds) throws IOException {
        link.cut(Duration.ofSeconds(Math.max(0, Math.min(LONGEST_CUT, seconds))));
    }

    @Scheduled(fixedRate = 500)
    void tell() {
        Event event = event();
        pages.removeIf(page -> !hears(page, event));
    }

    private static boolean hears(SseEmitter page, Event event) {
        try {
            page.send(event, MediaType.APPLICATION_JSON);
            return true;
        } catch (IOException | IllegalStateException closed) {
            return false;
        }
    }

    private Event event() {
        Map<String, OrderBook.State> shops = new TreeMap<>();
        books.forEach((shop, book) -> shops.put(shop, book.state()));
        List<Path> paths = oracle.paths().stream().map(Path::of).toList();
        return new Event(clock.millis(), !OwnNetwork.isInside(), link.cuts(), shops, paths);
    }
}
