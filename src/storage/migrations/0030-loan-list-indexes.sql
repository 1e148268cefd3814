-- The pages and totals of lists of loans are read from these indexes alone, whatever is combined with their first columns.
DROP INDEX loans_of_partner;
DROP INDEX loans_of_partner_by_status;
DROP INDEX loans_of_partner_by_product;
DROP INDEX loans_of_partner_past_due;
DROP INDEX loans_of_partner_paused;
DROP INDEX loans_of_partner_by_charge_off;
CREATE INDEX loans_of_partner ON loans (partner_id, loan_id)
  INCLUDE (institution_id, status, product_code, past_due_since, paused_days, resumes_on, charge_off_on);
CREATE INDEX loans_of_partner_by_status ON loans (partner_id, status, loan_id)
  INCLUDE (institution_id, product_code, past_due_since, paused_days, resumes_on, charge_off_on);
CREATE INDEX loans_of_partner_by_product ON loans (partner_id, product_code, loan_id)
  INCLUDE (institution_id, status, past_due_since, paused_days, resumes_on, charge_off_on);
CREATE INDEX loans_of_partner_past_due ON loans (partner_id, past_due_since, loan_id)
  INCLUDE (institution_id, status, product_code, resumes_on, charge_off_on) WHERE past_due_since IS NOT NULL;
CREATE INDEX loans_of_partner_paused ON loans (partner_id, resumes_on, loan_id)
  INCLUDE (institution_id, status, product_code, paused_days, charge_off_on) WHERE resumes_on IS NOT NULL;
CREATE INDEX loans_of_partner_by_charge_off ON loans (partner_id, charge_off_on, loan_id)
  INCLUDE (institution_id, status, product_code, past_due_since, paused_days, resumes_on) WHERE charge_off_on IS NOT NULL;

-- Without updated_at: an index on it would keep every update of a loan from staying on its page. Few rows are in it.
DROP INDEX loans_pending;
CREATE INDEX loans_pending ON loans (pending_event_id) WHERE pending_event_id IS NOT NULL;

-- Approvals and offers that have not expired, and those that have: a small part of the applications in these states.
CREATE INDEX loan_applications_by_expiry ON loan_applications (partner_id, status, expires_at)
  WHERE status IN ('APPROVED', 'OFFERED');
