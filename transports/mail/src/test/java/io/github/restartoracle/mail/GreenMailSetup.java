package io.github.restartoracle.mail;

import com.icegreen.greenmail.util.ServerSetup;

/** Services of GreenMail on free ports. */
public final class GreenMailSetup {
    private GreenMailSetup() {}

    /** Returns a setup with a start timeout of 60 s; GreenMail's own limit is two seconds. */
    public static ServerSetup of(String protocol) {
        ServerSetup setup = new ServerSetup(0, "localhost", protocol);
        setup.setServerStartupTimeout(60_000);
        return setup;
    }
}
