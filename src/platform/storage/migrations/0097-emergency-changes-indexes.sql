-- tillgate: no-transaction
--
-- Emergency changes without a review, and those of which someone is still to be told: both are nearly always none.

CREATE INDEX CONCURRENTLY IF NOT EXISTS change_requests_unreviewed ON change_requests (review_due_at)
  WHERE state = 'CARRIED_OUT';
CREATE INDEX CONCURRENTLY IF NOT EXISTS change_requests_untold_reviews ON change_requests (emergency_at)
  WHERE emergency_at IS NOT NULL AND told_review IS DISTINCT FROM state;
