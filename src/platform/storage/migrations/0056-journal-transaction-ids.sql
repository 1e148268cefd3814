-- As transactions.insert_xid (0024): the sweep of account entries takes journals that are visible now and were not in the snapshot of
-- the one before. A file of its own: postings write journals before accounts, which 0048 locks.

ALTER TABLE journals ADD COLUMN insert_xid bigint;
ALTER TABLE journals ALTER COLUMN insert_xid SET DEFAULT pg_current_xact_id()::text::bigint;
