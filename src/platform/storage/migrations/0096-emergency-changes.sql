-- Changes that were carried out in an emergency, without the approval of a second user, and their reviews
-- (docs/decisions/0092). Nodes of the version before neither make such rows nor have anything left to tell of them: told_state
-- is the state from the start, and what is told of an emergency is marked in a column of its own.
-- tillgate: oldest-node 0024

-- contract: the new constraint takes all that the old one took.
ALTER TABLE change_requests DROP CONSTRAINT change_requests_state_check;
ALTER TABLE change_requests ADD CONSTRAINT change_requests_state_check
  CHECK (state IN ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'FAILED', 'CARRIED_OUT', 'REVIEWED', 'OBJECTED'))
  NOT VALID;

-- Why it could not wait, as the user who carried it out has said.
ALTER TABLE change_requests ADD COLUMN emergency_reason text;
ALTER TABLE change_requests ADD COLUMN emergency_at timestamptz;
ALTER TABLE change_requests ADD COLUMN review_due_at timestamptz;
ALTER TABLE change_requests ADD COLUMN reviewed_by_id uuid;
ALTER TABLE change_requests ADD COLUMN reviewed_by text;
ALTER TABLE change_requests ADD COLUMN reviewed_at timestamptz;
ALTER TABLE change_requests ADD COLUMN review_comment text;
-- What was told of the emergency: its state, or OVERDUE while it is CARRIED_OUT.
ALTER TABLE change_requests ADD COLUMN told_review text;

-- Ends a pending change request as carried out in an emergency, or makes one that was never pending (`made`). Fails when it
-- has ended already, and so rolls back the transaction that carries the change out. A change in several transactions ends it with
-- the first; those after it belong to the same attempt.
CREATE FUNCTION carry_out_in_emergency(request_id uuid, by_id uuid, by_author text, carried_out_at timestamptz, why text,
                                       due_at timestamptz, made jsonb, try_id uuid, may_end boolean)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF may_end AND made IS NOT NULL THEN
    INSERT INTO change_requests (change_request_id, module, action, operation, resource, resource_id, institution_id,
                                 sub_tenant_id, before, after, changes, requested_by_id, requested_by, decided_by_id, decided_by,
                                 state, told_state, attempt_id, expires_at, emergency_reason, emergency_at, review_due_at,
                                 created_at, updated_at, created_by, updated_by)
    VALUES (request_id, made ->> 'module', made ->> 'action', made ->> 'operation', made ->> 'resource', made ->> 'resourceId',
            made ->> 'institutionId', (made ->> 'subTenantId')::uuid, nullif(made -> 'before', 'null'),
            nullif(made -> 'after', 'null'), made -> 'changes', by_id, by_author, by_id, by_author, 'CARRIED_OUT', 'CARRIED_OUT',
            try_id, due_at, why, carried_out_at, due_at, carried_out_at, carried_out_at, by_author, by_author);
    RETURN;
  END IF;
  UPDATE change_requests
     SET state = 'CARRIED_OUT', told_state = 'CARRIED_OUT', body_sealed = NULL, attempt_id = try_id, decided_by_id = by_id,
         decided_by = by_author, emergency_reason = why, emergency_at = carried_out_at, review_due_at = due_at,
         version = version + 1, updated_at = carried_out_at, updated_by = by_author
   WHERE may_end AND change_request_id = request_id AND state = 'PENDING' AND expires_at > carried_out_at;
  IF NOT FOUND AND NOT EXISTS (SELECT FROM change_requests
                                WHERE change_request_id = request_id AND emergency_at IS NOT NULL AND attempt_id = try_id) THEN
    RAISE EXCEPTION 'the change request is not pending any more' USING ERRCODE = 'TG001';
  END IF;
END $$;
