-- tillgate: no-transaction
-- Empty once all nodes write entries.
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_movements_not_entered ON token_movements (movement_id) WHERE entered_version <> version;
