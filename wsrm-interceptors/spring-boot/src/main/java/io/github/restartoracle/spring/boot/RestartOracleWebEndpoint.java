package io.github.restartoracle.spring.boot;

import io.github.restartoracle.spring.boot.RestartOracleEndpoint.Outcome;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * The HTTP statuses of the endpoint {@code restartoracle}: 404 if there is no such message, 403 if the actions of operators
 * are switched off. Thread-safe.
 */
@EndpointWebExtension(endpoint = RestartOracleEndpoint.class)
public final class RestartOracleWebEndpoint {
    private final RestartOracleEndpoint endpoint;

    RestartOracleWebEndpoint(RestartOracleEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * Transmits a message again that was given up, or delivers it again if its delivery was.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return 200 if there is such a message
     */
    @WriteOperation
    public WebEndpointResponse<Object> retry(String sequence, long number) {
        return response(() -> endpoint.retry(sequence, number));
    }

    /**
     * Removes a message that was given up, also from the store.
     *
     * @param sequence its sequence
     * @param number its number, 1 or more
     * @return 200 if there was such a message
     */
    @DeleteOperation
    public WebEndpointResponse<Object> discard(String sequence, long number) {
        return response(() -> endpoint.discard(sequence, number));
    }

    private static WebEndpointResponse<Object> response(Supplier<Outcome> action) {
        try {
            Outcome outcome = action.get();
            return new WebEndpointResponse<>(
                    outcome, outcome.done() ? WebEndpointResponse.STATUS_OK : WebEndpointResponse.STATUS_NOT_FOUND);
        } catch (UnsupportedOperationException e) {
            return new WebEndpointResponse<>(new Refusal(String.valueOf(e.getMessage())), 403);
        }
    }

    /**
     * A refused action.
     *
     * @param reason names the property that forbids it
     */
    record Refusal(String reason) {}
}
