-- tillgate: no-transaction
-- What is taken back by which advices, what is due, and which orders a host approved when it counted no more.
CREATE INDEX CONCURRENTLY IF NOT EXISTS iso8583_exchanges_original ON iso8583_exchanges (original_reference)
  WHERE original_reference IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS iso8583_exchanges_due ON iso8583_exchanges (institution_id, next_attempt_at)
  WHERE state = 'QUEUED';
CREATE INDEX CONCURRENTLY IF NOT EXISTS iso8583_exchanges_approved_late ON iso8583_exchanges (reference) WHERE late_code = '000';
