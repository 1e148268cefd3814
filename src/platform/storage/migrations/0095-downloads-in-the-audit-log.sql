-- tillgate: no-transaction
--
-- Downloads of exports, which the alert reads.unusual counts by user every 30 s.

CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_log_downloads ON audit_log (at) WHERE action = 'transaction-export.download';
