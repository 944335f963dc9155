package io.github.restartoracle.mail.internal.account;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.internal.conduit.TransportInstaller;
import io.github.restartoracle.wsrm.internal.log.Logs;
import org.apache.cxf.Bus;
import org.slf4j.Logger;

/**
 * Gives a bus the accounts of the settings that the restart oracle is installed with. Has no effect without a property below
 * {@code restart-oracle.mail}. Thread-safe.
 */
public final class AccountsOfSettings implements TransportInstaller {
    private static final Logger LOG = Logs.of(AccountsOfSettings.class);

    /** Creates the installer; called by {@link java.util.ServiceLoader}. */
    public AccountsOfSettings() {}

    /**
     * Adds the accounts of the settings. An account that the bus has already, set in code or used before, stays as it is.
     *
     * @param settings everything below {@code restart-oracle.}
     * @throws SettingException if a property below {@code mail.} cannot be used or is not known
     */
    @Override
    public void install(Bus bus, Settings settings) {
        if (settings.section("mail").names().isEmpty()) {
            return;
        }
        MailAccounts chosen = MailAccounts.from(settings);
        synchronized (bus) {
            MailAccounts present = bus.getExtension(MailAccounts.class);
            if (present == null) {
                bus.setExtension(chosen, MailAccounts.class);
                return;
            }
            for (MailAccount account : chosen.all()) {
                if (present.at(account.address()) == null) {
                    present.add(account);
                } else {
                    LOG.info(
                            "Bus {} already has an account for {}; the one in the settings is ignored",
                            bus.getId(),
                            account.address());
                }
            }
        }
    }
}
