package io.github.restartoracle.mail.internal.account;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of one bus, by address. A bus without one gets the accounts of the system properties when the first
 * {@code mailto:} address is used; to configure in code, set an own one before:
 * {@code bus.setExtension(accounts, MailAccounts.class)}. Thread-safe.
 */
public final class MailAccounts {
    private final Map<MailAddress, MailAccount> byAddress = new LinkedHashMap<>();

    /** Creates a registry without accounts. */
    public MailAccounts() {}

    /**
     * Reads the accounts of {@code restart-oracle.mail.*}.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return a registry with these accounts
     * @throws SettingException if a property cannot be used or is not known
     */
    public static MailAccounts from(Settings settings) {
        MailAccounts accounts = new MailAccounts();
        MailSettings.accounts(settings).forEach(accounts::add);
        return accounts;
    }

    /**
     * Returns the accounts of a bus.
     *
     * @return its registry; made from the system properties if it has none
     * @throws SettingException if a system property cannot be used or is not known
     */
    public static MailAccounts of(Bus bus) {
        synchronized (bus) {
            MailAccounts present = bus.getExtension(MailAccounts.class);
            if (present == null) {
                present = from(Settings.from(System.getProperties()));
                bus.setExtension(present, MailAccounts.class);
            }
            return present;
        }
    }

    /**
     * Adds an account; it replaces one with the same address, for endpoints that are made later.
     *
     * @return this registry
     */
    public synchronized MailAccounts add(MailAccount account) {
        byAddress.put(account.address(), account);
        return this;
    }

    /**
     * Returns the account of an address.
     *
     * @param address the address of an endpoint
     * @return the account, or null if there is none
     */
    public synchronized @Nullable MailAccount at(MailAddress address) {
        return byAddress.get(address);
    }

    /**
     * Returns all accounts.
     *
     * @return the accounts in the order in which their addresses were added; a copy
     */
    public synchronized List<MailAccount> all() {
        return new ArrayList<>(byAddress.values());
    }
}
