-- tillgate: no-transaction
--
-- Payments of unclaimed money that are due, and the list of exceptions, newest first.

CREATE INDEX CONCURRENTLY IF NOT EXISTS token_exceptions_payment_due ON token_exceptions (payment_due_at) WHERE payment_due_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_exceptions_newest ON token_exceptions (recorded_at DESC, exception_id DESC);
