-- tillgate: no-transaction
--
-- The few reversals whose outcome is not known yet, by their original: it is not shown as reversed for them. No statement of the
-- posting path has these conditions.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_unknown_reversals ON transactions (original_id)
  WHERE response_code = '911' AND original_id IS NOT NULL;
