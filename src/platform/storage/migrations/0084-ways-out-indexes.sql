-- tillgate: no-transaction
--
-- Differences that people have accepted, adjustments that are due, and one reversal per settlement.
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_exceptions_accepted ON token_exceptions (account_id, asset_id) WHERE is_accepted;
CREATE INDEX CONCURRENTLY IF NOT EXISTS token_exceptions_adjustment_due ON token_exceptions (adjustment_due_at)
  WHERE adjustment_due_at IS NOT NULL;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS digital_settlements_reverses ON digital_settlements (reverses)
  WHERE reverses IS NOT NULL;
