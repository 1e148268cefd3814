-- tillgate: no-transaction
--
-- Change requests that someone is still to be told of: looked for every few seconds, and nearly always none.

CREATE INDEX CONCURRENTLY IF NOT EXISTS change_requests_untold ON change_requests (created_at)
 WHERE told_state IS DISTINCT FROM state;
