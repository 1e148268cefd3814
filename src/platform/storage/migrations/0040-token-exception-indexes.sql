-- tillgate: no-transaction
-- The exception of a movement, met by its postings; and those that are open, for figures and the sweep.
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_exceptions_of_movement ON token_exceptions (movement_id, kind) WHERE movement_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_exceptions_open ON token_exceptions (kind, movement_id) WHERE ended_at IS NULL;
