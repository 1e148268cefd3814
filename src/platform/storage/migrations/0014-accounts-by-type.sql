-- tillgate: no-transaction
--
-- Finds whether any account has a type or a capability that is to be deleted. Neither column ever changes with a posting,
-- so updates of accounts stay on their page. institution_id comes second, because the posting path must keep to the
-- primary key.

CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_by_type ON accounts (account_type, institution_id);

CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_by_capability ON accounts (txn_capability);
