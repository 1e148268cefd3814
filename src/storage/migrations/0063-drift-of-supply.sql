-- tillgate: no-transaction
--
-- Drift of the supply of an asset: tokens that a ledger has and no account shows. Recorded once while it lasts, as that of an
-- account is. Nodes of the version before know exceptions of accounts and movements alone, and show this one without either.

ALTER TABLE token_exceptions ADD COLUMN IF NOT EXISTS asset_id text COLLATE "C";
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS token_exceptions_supply_drift ON token_exceptions (asset_id)
  WHERE kind = 'DRIFT' AND ended_at IS NULL AND asset_id IS NOT NULL;
