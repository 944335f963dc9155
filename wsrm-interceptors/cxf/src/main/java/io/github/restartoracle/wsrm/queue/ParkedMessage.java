package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.outbound.Message;
import io.github.restartoracle.outbound.MessageId;
import io.github.restartoracle.outbound.MessageState;
import io.github.restartoracle.outbound.Path;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.sequence.ParkedCall;
import java.util.function.Consumer;
import org.apache.cxf.binding.soap.SoapMessage;
import org.jspecify.annotations.Nullable;

/** A message of a path that waits for its sequence. Thread-safe. */
final class ParkedMessage implements ParkedCall {
    private final Path<Template> path;
    private final Message<Template> message;
    private final SoapMessage standIn;
    private final Intake intake;

    ParkedMessage(Path<Template> path, Message<Template> message, Intake intake) {
        this.path = path;
        this.message = message;
        // Of this template and no other: its number is set in properties that the two share.
        this.standIn = message.payload().copy();
        this.intake = intake;
    }

    @Override
    public org.apache.cxf.message.Message message() {
        return standIn;
    }

    @Override
    public String address() {
        return path.name().address();
    }

    @Override
    public long sinceNanos() {
        return path.locked(message::sinceNanos);
    }

    @Override
    public long waitNanos(long nowNanos) {
        return message.moveWaitNanos(nowNanos);
    }

    @Override
    public @Nullable MessageId former() {
        return message.former();
    }

    @Override
    public boolean store() {
        return intake.storeParked(standIn, message);
    }

    @Override
    public void join(Consumer<Boolean> ended) {
        intake.joinParked(standIn, message, ended);
    }

    @Override
    public void undo() {
        intake.undo(path, message);
    }

    @Override
    public boolean isParked() {
        return path.locked(() -> message.state() == MessageState.PARKED);
    }

    @Override
    public void created() {
        path.parking().created(path.resources().nowNanos());
    }

    @Override
    public void numbered() {
        intake.numbered(standIn, path, message);
    }

    @Override
    public void failed(String reason) {
        path.parking().failed(reason);
    }

    @Override
    public void giveUp(String reason) {
        path.parking().giveUp(message, reason, path.resources().nowNanos());
    }

    @Override
    public void lost(String reason) {
        intake.lost(path, message, reason);
    }
}
