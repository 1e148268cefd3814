-- tillgate: no-transaction
--
-- Finds the rows that were inserted since the last sweep. A BRIN index costs a posting nothing (docs/decisions/0021).

CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_insert_xid
  ON transactions USING brin (insert_xid) WITH (pages_per_range = 64, autosummarize = on);
