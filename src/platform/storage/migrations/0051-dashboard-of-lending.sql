-- tillgate: no-transaction
--
-- What the dashboard reads of lending, by institution: applications of a period, disbursements of business dates, and loans
-- that are past due. Partial or covering, so that counts need no rows of the tables.

CREATE INDEX CONCURRENTLY IF NOT EXISTS loan_applications_of_institution
  ON loan_applications (institution_id, created_at) INCLUDE (status, expires_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS loan_events_disbursed
  ON loan_events (institution_id, business_date) WHERE kind = 'DISBURSEMENT';
CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_of_institution_past_due
  ON loans (institution_id, past_due_since) INCLUDE (status, resumes_on, charge_off_on, buckets) WHERE past_due_since IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_of_institution_paused
  ON loans (institution_id, resumes_on) INCLUDE (status, paused_days, charge_off_on, buckets) WHERE resumes_on IS NOT NULL;
