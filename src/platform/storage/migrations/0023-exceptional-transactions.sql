-- tillgate: no-transaction
--
-- The few transactions that are exceptions or may become one: orders of unknown outcome, reversals that were declined, and
-- reversals whose original has not arrived. A posting pays for the comparison, and for the index only when it is one of them.
-- The collation keeps the index away from the posting path, as in 0010.

CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_exceptional
  ON transactions (institution_id COLLATE "POSIX", transaction_id)
  WHERE response_code = '911'
     OR type LIKE '%REVERSAL'
        AND (response_code IN ('914', '188', '110', '182', '183') OR response_code = '000' AND original_id IS NULL);
