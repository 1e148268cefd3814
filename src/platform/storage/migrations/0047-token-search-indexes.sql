-- tillgate: no-transaction
-- Searches by the time of the last change, with the collation that keeps them out of the posting path, as in 0031.
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_movements_last_changed
  ON token_movements (partner_id COLLATE "POSIX", kind, updated_at DESC, movement_id DESC);
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_movements_to_partner_last_changed
  ON token_movements (payee_partner_id COLLATE "POSIX", updated_at DESC, movement_id DESC) WHERE payee_partner_id IS NOT NULL;
-- What was given back of a transfer.
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_movements_returns ON token_movements (return_of) WHERE return_of IS NOT NULL;
-- Accounts whose statement has to be filled in.
CREATE INDEX CONCURRENTLY IF NOT EXISTS digital_accounts_without_statement ON digital_accounts (account_id) WHERE NOT has_statement;
