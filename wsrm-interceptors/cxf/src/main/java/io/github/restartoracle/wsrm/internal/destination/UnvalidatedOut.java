package io.github.restartoracle.wsrm.internal.destination;

import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingOperationInfo;

/**
 * Keeps the messages of WS-RM itself from being validated against the schema of the service, which does not know them.
 * {@link ValidateIn} does the same for incoming messages. Thread-safe.
 */
final class UnvalidatedOut extends AbstractPhaseInterceptor<Message> {
    UnvalidatedOut() {
        super(Phase.SETUP);
    }

    @Override
    public void handleMessage(Message message) {
        BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
        if (operation != null
                && ValidateIn.NAMESPACES.contains(operation.getName().getNamespaceURI())) {
            leaveUnvalidated(message);
        }
    }

    static void leaveUnvalidated(Message message) {
        message.put(Message.SCHEMA_VALIDATION_ENABLED, SchemaValidationType.NONE);
    }
}
