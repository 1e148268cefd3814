-- tillgate: no-transaction
--
-- Drift of supply is recorded once while it lasts, as that of an account is.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS token_exceptions_supply_drift ON token_exceptions (asset_id)
  WHERE kind = 'DRIFT' AND ended_at IS NULL AND asset_id IS NOT NULL;
