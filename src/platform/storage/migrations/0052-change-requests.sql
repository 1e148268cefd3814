-- Change requests: changes that wait for the approval of another user. `body_sealed` is the request as it was sent; it is
-- gone once the change request has ended. `before` and `after` are masked as in the audit log.

CREATE TABLE change_requests (
  change_request_id uuid PRIMARY KEY,
  module            text NOT NULL,
  action            text NOT NULL,
  -- The operation that would make the change.
  operation         text NOT NULL,
  resource          text NOT NULL,
  -- Null for a record that is yet to be made.
  resource_id       text,
  institution_id    text COLLATE "C",
  sub_tenant_id     uuid,
  before            jsonb,
  after             jsonb,
  -- The records that it changes, with the versions they must still have.
  changes           jsonb NOT NULL,
  body_sealed       text,
  requested_by_id   uuid NOT NULL,
  requested_by      text NOT NULL,
  decided_by_id     uuid,
  decided_by        text,
  comment           text,
  -- Why it could not be carried out.
  failure           text,
  state             text NOT NULL DEFAULT 'PENDING'
                    CHECK (state IN ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'FAILED')),
  -- The approval that has carried it out.
  attempt_id        uuid,
  expires_at        timestamptz NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  created_by        text NOT NULL,
  updated_by        text NOT NULL,
  CONSTRAINT body_until_the_end CHECK ((state = 'PENDING') = (body_sealed IS NOT NULL))
);
CREATE UNIQUE INDEX change_requests_pending ON change_requests (resource, resource_id) WHERE state = 'PENDING';
CREATE INDEX change_requests_newest ON change_requests (created_at DESC, change_request_id DESC);
CREATE INDEX change_requests_by_maker ON change_requests (requested_by_id, created_at DESC);
CREATE INDEX change_requests_due ON change_requests (expires_at) WHERE state = 'PENDING';

-- Ends a change request. Fails when it has ended already, and so rolls back the transaction that would carry it out a
-- second time. A change in several transactions ends it with the first; those after it belong to the same approval.
CREATE FUNCTION end_change_request(request_id uuid, end_state text, by_id uuid, by_author text, ended_at timestamptz,
                                   said text, why text, approval_id uuid, may_end boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE change_requests
     SET state = end_state, body_sealed = NULL, decided_by_id = by_id, comment = said, failure = why, attempt_id = approval_id,
         decided_by = CASE WHEN by_id IS NULL THEN NULL ELSE by_author END,
         version = version + 1, updated_at = ended_at, updated_by = by_author
   WHERE may_end AND change_request_id = request_id AND state = 'PENDING'
     AND (expires_at <= ended_at) = (end_state = 'EXPIRED');
  IF NOT FOUND AND NOT EXISTS (SELECT FROM change_requests
                                WHERE change_request_id = request_id AND state = end_state AND attempt_id = approval_id) THEN
    RAISE EXCEPTION 'the change request is not pending any more' USING ERRCODE = 'TG001';
  END IF;
END $$;
