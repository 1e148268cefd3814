-- Bounds of the schedules that a product allows. Loans keep a copy; loans without one are bounded as before.

ALTER TABLE loan_products ADD COLUMN max_instalments integer NOT NULL DEFAULT 480 CHECK (max_instalments > 0);
ALTER TABLE loan_products ADD COLUMN daily_rows boolean NOT NULL DEFAULT false;

-- Products with a term in days can have instalments every day, and go on so.
UPDATE loan_products SET daily_rows = true
 WHERE min_term_unit = 'Days' OR max_term_unit = 'Days' OR terms->>'repaymentUnit' = 'Days';
