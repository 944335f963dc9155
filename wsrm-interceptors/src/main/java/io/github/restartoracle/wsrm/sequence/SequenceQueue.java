package io.github.restartoracle.wsrm.sequence;

import java.io.Closeable;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.JMException;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of one endpoint that wait for a sequence, in order. A thread exists only while there are such calls: it asks
 * for the sequence again and again, with growing pauses, and then lets the calls go on.
 *
 * <p>Thread-safe.
 */
final class SequenceQueue implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SequenceQueue.class);
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 4_000;

    private final RMManager manager;
    private final QName port;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ArrayDeque<Message> parked = new ArrayDeque<>();
    private boolean working;
    private boolean closed;

    SequenceQueue(RMManager manager, QName port) {
        this.manager = manager;
        this.port = port;
    }

    /**
     * Parks a call if there is no sequence, or if others wait before it.
     *
     * @return whether the call was parked; its chain is resumed by another thread once the caller has left it
     */
    boolean parkUnlessReady(Message message) throws RMException {
        lock.lock();
        try {
            if (closed || (parked.isEmpty() && !working && isReady(message))) {
                return false;
            }
            parked.add(message);
            if (!working) {
                working = true;
                Thread worker = new Thread(this::work, "restart-oracle-sequence-" + port.getLocalPart());
                worker.setDaemon(true);
                worker.start();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether CXF would send the message without creating a sequence. */
    private boolean isReady(Message message) throws RMException {
        Source source = manager.getSource(message);
        Identifier current = new Identifier();
        try {
            // CXF's own accessor is not public, its management view is; it throws if there is none.
            current.setValue(new ManagedRMEndpoint(source.getReliableEndpoint()).getCurrentSourceSequenceId());
        } catch (JMException none) {
            return false;
        }
        SourceSequence sequence = source.getSequence(current);
        return sequence != null && !hasExpired(sequence);
    }

    @SuppressWarnings("JavaUtilDate") // CXF's type
    private static boolean hasExpired(SourceSequence sequence) {
        return sequence.getExpires() != null
                && sequence.getExpires().toInstant().isBefore(Instant.now());
    }

    private void work() {
        Bus bus = manager.getBus();
        BusFactory.setThreadDefaultBus(bus);
        ClassLoader loader = bus.getExtension(ClassLoader.class);
        if (loader != null) {
            Thread.currentThread().setContextClassLoader(loader);
        }
        Message next = null;
        try {
            for (next = head(); next != null; next = head()) {
                if (awaitSequence(next)) {
                    resume(next);
                }
            }
        } catch (Error e) {
            LOG.error("Waiting for a sequence of {} has ended; it is taken up with the next call", port, e);
            abandonWork(next);
            throw e;
        }
    }

    private void abandonWork(@Nullable Message current) {
        lock.lock();
        try {
            parked.remove(current);
            working = false;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Message head() {
        lock.lock();
        try {
            Message next = closed ? null : parked.peek();
            working = next != null;
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** False if the queue was closed meanwhile. */
    private boolean awaitSequence(Message message) {
        for (long pauseMillis = FIRST_PAUSE_MILLIS; ; pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS)) {
            try {
                if (!isReady(message)) {
                    create(message);
                }
                return true;
            } catch (RMException | RuntimeException e) {
                if (end.getCount() == 0) {
                    return false;
                }
                LOG.warn(
                        "No sequence for {} yet, {} messages wait; next try in {} ms: {}",
                        port,
                        size(),
                        pauseMillis,
                        String.valueOf(e.getMessage()));
                LOG.debug("Creating the sequence failed", e);
            }
            if (!pause(pauseMillis)) {
                return false;
            }
        }
    }

    private void create(Message message) throws RMException {
        RMConfiguration configuration = manager.getEffectiveConfiguration(message);
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        RMContextUtils.setProtocolVariation(message, configuration.getProtocolVariation());
        maps.exposeAs(configuration.getAddressingNamespace());
        Source source = manager.getSource(message);
        synchronized (source) {
            manager.getSequence(null, message, maps);
        }
    }

    /** False if the queue was closed meanwhile. */
    private boolean pause(long millis) {
        try {
            return !end.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts this thread to end it; whoever did gets an earlier try.
            LOG.debug("Interrupted while waiting for the next try", e);
            return true;
        }
    }

    private void resume(Message message) {
        Throwable failure;
        try {
            message.getInterceptorChain().resume();
            failure = message.getContent(Exception.class);
        } catch (RuntimeException e) {
            failure = e;
        }
        if (failure != null) {
            LOG.error(
                    "A message to {} that had waited for its sequence could not be captured and is lost",
                    port,
                    failure);
        }
        lock.lock();
        try {
            parked.remove(message);
        } finally {
            lock.unlock();
        }
    }

    private int size() {
        lock.lock();
        try {
            return parked.size();
        } finally {
            lock.unlock();
        }
    }

    /** The endpoint is closed: nothing waits any more. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (!parked.isEmpty()) {
                LOG.error(
                        "The endpoint {} was closed while {} messages waited for a sequence; they are lost",
                        port,
                        parked.size());
                parked.clear();
            }
            end.countDown();
        } finally {
            lock.unlock();
        }
    }
}
