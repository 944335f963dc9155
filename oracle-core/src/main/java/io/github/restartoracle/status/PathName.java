package io.github.restartoracle.status;

/**
 * The name of a path.
 *
 * @param endpoint the service and port of the RM source, as in {@code {namespace}Service#Port}
 * @param address the destination address
 */
public record PathName(String endpoint, String address) {
    @Override
    public String toString() {
        return endpoint + " to " + address;
    }
}
