-- tillgate: no-transaction
--
-- Indexes of the records of institutions, billers and sub-tenants.

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS institutions_by_id ON institutions (id);

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS billers_by_id ON billers (id);

CREATE INDEX CONCURRENTLY IF NOT EXISTS users_by_sub_tenant ON users (sub_tenant_id) WHERE sub_tenant_id IS NOT NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS terminals_by_sub_tenant ON terminals (sub_tenant_id) WHERE sub_tenant_id IS NOT NULL;

-- Whether a biller has payments. No statement of the posting path implies the condition, so none can use it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_biller ON transactions (biller_id, institution_id) WHERE biller_id IS NOT NULL;
