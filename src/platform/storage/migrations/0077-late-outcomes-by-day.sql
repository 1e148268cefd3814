-- tillgate: no-transaction
--
-- The transactions that another day's file lists: few.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_counted_on ON transactions (institution_id, counted_on, transaction_id)
  WHERE counted_on IS NOT NULL;
