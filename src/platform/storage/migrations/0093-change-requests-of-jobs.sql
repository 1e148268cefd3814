-- tillgate: no-transaction
--
-- The change request of a job of exceptions, in whatever state: the job is shown with it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS change_requests_of_jobs ON change_requests (resource_id)
  WHERE resource = 'exception-job';
