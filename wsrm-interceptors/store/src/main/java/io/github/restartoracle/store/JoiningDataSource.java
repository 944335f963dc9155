package io.github.restartoracle.store;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source whose connections belong to the transaction of the current delivery, if there is one. Thread-safe. */
final class JoiningDataSource implements DataSource {
    private final DataSource dataSource;

    JoiningDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public Connection getConnection() throws SQLException {
        DeliveryTransaction delivery = DeliveryTransaction.current();
        return delivery == null || delivery.isDone() ? dataSource.getConnection() : delivery.join();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLException("connections of other users cannot join the transaction of a delivery");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return dataSource.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        dataSource.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        dataSource.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return dataSource.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger(JoiningDataSource.class.getPackageName());
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : dataSource.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || dataSource.isWrapperFor(type);
    }
}
