-- tillgate: no-transaction
--
-- Finds the journals of a month to be archived. Rows lie in the order of time, so a summary per range of pages is enough, and
-- costs a posting nothing; no statement of the posting path has a condition on the column.
CREATE INDEX CONCURRENTLY IF NOT EXISTS journals_by_date
  ON journals USING brin (effective_date) WITH (pages_per_range = 32, autosummarize = on);
