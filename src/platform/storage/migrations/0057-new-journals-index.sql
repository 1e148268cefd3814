-- tillgate: no-transaction
--
-- New journals, as transactions_new finds transactions: the entries of a posting go to the last page.
CREATE INDEX CONCURRENTLY IF NOT EXISTS journals_new ON journals (insert_xid) WHERE insert_xid IS NOT NULL;
