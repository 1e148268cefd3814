-- tillgate: no-transaction
--
-- Indexes for searching transactions and inquiries by institution and date, newest first, page by page
-- (docs/decisions/0021).
--
-- The posting path must never use them: while tables are small all its plans cost the same, and one made then would be
-- kept when they have grown. Hence the collation of institution_id. "POSIX" sorts as the column's own "C" does, but an
-- index serves only conditions in its collation. A search says `institution_id COLLATE "POSIX" = …`, a posting cannot.

CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_date
  ON transactions (institution_id COLLATE "POSIX", business_date COLLATE "C", transaction_id);

CREATE INDEX CONCURRENTLY IF NOT EXISTS inquiries_by_date
  ON inquiries (institution_id COLLATE "POSIX", business_date COLLATE "C", inquiry_id);

-- Correlation ids are random, and a btree of them would cost each posting a random page. This one holds a Bloom filter per
-- range of pages and costs a posting nothing; no statement of the posting path has a condition on the column.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_correlation
  ON transactions USING brin (correlation_id uuid_bloom_ops (n_distinct_per_range = 2500))
  WITH (autosummarize = on);

CREATE INDEX CONCURRENTLY IF NOT EXISTS inquiries_by_correlation
  ON inquiries USING brin (correlation_id uuid_bloom_ops (n_distinct_per_range = 2500))
  WITH (pages_per_range = 64, autosummarize = on);

-- The few orders whose outcome at a core elsewhere is not known yet.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_unknown ON transactions (recorded_at) WHERE response_code = '911';

-- contract: no statement of this version or the one before looks a transaction up by its id alone, and the index costs each
-- posting what transactions_by_date does.
DROP INDEX CONCURRENTLY IF EXISTS transactions_by_id;
