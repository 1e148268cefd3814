-- Drift of the supply of an asset: tokens that a ledger has and no account shows. Nodes of the version before know exceptions of
-- accounts and movements alone, and show this one without either.
ALTER TABLE token_exceptions ADD COLUMN asset_id text COLLATE "C";
