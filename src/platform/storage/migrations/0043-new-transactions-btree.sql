-- tillgate: no-transaction
--
-- Finds the rows that were inserted since the last sweep, instead of the BRIN index of 0025. How much of a table a BRIN index
-- has to read is estimated from statistics of the column; without any (a new table, or one whose older rows have no value) the
-- planner prefers to read the whole table. A B-tree is chosen without them. The rows of a batch have the same value and come
-- in order, so that all of a posting's entries go to the last page.

CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_new ON transactions (insert_xid) WHERE insert_xid IS NOT NULL;

-- contract: no statement names it, and those of older nodes use the index above.
DROP INDEX CONCURRENTLY IF EXISTS transactions_by_insert_xid;
