-- Notifications: what waits for a user or has ended for them, kept until it is over (docs/decisions/0089).

CREATE TABLE notifications (
  notification_id uuid PRIMARY KEY,
  user_id         uuid NOT NULL,
  kind            text COLLATE "C" NOT NULL,
  -- What it tells of, as the audit log names it.
  resource        text COLLATE "C" NOT NULL,
  resource_id     text COLLATE "C" NOT NULL,
  -- The right that the user needs to see it; null: none.
  module          text COLLATE "C",
  action          text COLLATE "C",
  institution_id  text COLLATE "C",
  sub_tenant_id   uuid,
  title           text NOT NULL,
  -- What the title was made of, for readers of other languages.
  details         jsonb NOT NULL,
  created_at      timestamptz NOT NULL,
  read_at         timestamptz,
  expires_at      timestamptz NOT NULL,
  UNIQUE (user_id, kind, resource_id)
);
CREATE INDEX notifications_of_user ON notifications (user_id, (read_at IS NOT NULL), created_at DESC, notification_id DESC);
CREATE INDEX notifications_of_record ON notifications (resource, resource_id);
CREATE INDEX notifications_due ON notifications (expires_at);

-- The state that approvers and makers were told of. Nodes of the version before leave it behind, and it is told later.
ALTER TABLE change_requests ADD COLUMN told_state text;
UPDATE change_requests SET told_state = state WHERE state <> 'PENDING';
