-- tillgate: no-transaction
--
-- The oldest delivery that a webhook still waits for, among many that are done: how far it lags behind.

CREATE INDEX CONCURRENTLY IF NOT EXISTS webhook_deliveries_pending ON webhook_deliveries (webhook_id, sequence) WHERE state = 'PENDING';
