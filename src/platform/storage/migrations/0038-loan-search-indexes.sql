-- tillgate: no-transaction
--
-- Lists of a partner's loans by name, customer, account and external reference, and the loans that wait for a remote core.

CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_by_name ON loans USING gin (name_words);
CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_of_partner_by_customer ON loans (partner_id, customer_id, loan_id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_of_partner_by_reference ON loans (partner_id, external_reference, loan_id)
  WHERE external_reference IS NOT NULL;
-- Those whose name is not in the index yet.
CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_without_name_words ON loans (loan_id) WHERE name_words IS NULL;
-- As loans_pending, but by institution: each has its turn.
CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_pending_of_institution ON loans (institution_id, loan_id)
  WHERE pending_event_id IS NOT NULL;
