-- Idempotency keys of lending: the content that a key stands for, and the resource that its request made or changed. A row
-- commits in the transaction of that change, so a repeat finds both or neither. Keys are kept for good.

CREATE TABLE lending_keys (
  partner_id  text COLLATE "C" NOT NULL,
  key         text COLLATE "C" NOT NULL,
  operation   text NOT NULL,
  -- SHA-256 of the path and of the known fields of the body.
  content     bytea NOT NULL,
  resource_id text NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (partner_id, key)
);
