package io.github.restartoracle.internal.outbound;

/** The reasons for which a message that is due is not dispatched, in the order in which they are looked at. */
enum WaitReason {
    /** A message of the same caller comes first. */
    CALLER,
    /** The peer has asked for a pause. */
    PAUSE,
    /** The path is down, and another message is tried. */
    DOWN,
    /** As many connections are being set up as the oracle allows. */
    CONNECTING,
    /** The bytes in flight to the next machine fill its window. */
    BYTES,
    /** The destination has as many messages as it takes at a time. */
    DESTINATION,
    /** The sequence ends without a message that was given up. */
    END,
    /** Another message confirms that the destination takes part in the sequence. */
    CONFIRMATION,
    /** An earlier transmission of the message has to end. */
    OWN_ATTEMPT,
    /** A message that comes before this one in order is in flight. */
    EARLIER_IN_FLIGHT,
    /** A message that comes before this one in order waits. */
    EARLIER_WAITING,
    /** The attempts or bytes in flight of the path are at their limit. */
    ROOM,
    /** The attempts or bytes in flight of all paths are at their limit. */
    SHARED_ROOM
}
