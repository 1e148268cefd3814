-- tillgate: no-transaction

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS terminals_by_id ON terminals (id);

-- Tells whether a terminal has any transaction, before it is deleted. A B-tree would cost each posting more than the answer
-- is worth (docs/decisions/0021); this one holds a Bloom filter per range of pages. Two institutions may use the same
-- terminal id, so both ids are one value. No statement of the posting path uses the expression.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_terminal
  ON transactions USING brin ((institution_id || ' ' || terminal_id) text_bloom_ops (n_distinct_per_range = 500))
  WITH (autosummarize = on);
