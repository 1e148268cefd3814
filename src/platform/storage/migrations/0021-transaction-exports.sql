-- Exports of transactions: what was asked for, how far the job is, and the file, in chunks. The file is kept in the database so
-- that every node can serve it, also after the node that made it is gone.

CREATE TABLE transaction_exports (
  export_id      uuid PRIMARY KEY,
  user_id        uuid NOT NULL,
  -- The scope of the user when it was asked for; null is the whole platform.
  institution_id text COLLATE "C",
  sub_tenant_id  uuid,
  format         text NOT NULL CHECK (format IN ('CSV', 'XLSX', 'JSONL')),
  -- As it was sent, and as the search takes it. The latter includes the instant of the request: later rows are left out.
  sent_filter    jsonb NOT NULL,
  filter         jsonb NOT NULL,
  state          text NOT NULL CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  rows_written   bigint NOT NULL DEFAULT 0,
  percent        integer NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  chunks         integer NOT NULL DEFAULT 0,
  bytes          bigint NOT NULL DEFAULT 0,
  -- Where the search goes on after the chunks that are there.
  position_date  text,
  position_id    uuid,
  -- The time of the first row, for the progress.
  first_row_ms   bigint,
  -- Counts the runs of the job. A run that another one has replaced can write nothing more.
  run            integer NOT NULL DEFAULT 0,
  error          text,
  finished_at    timestamptz,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  created_by     text NOT NULL,
  updated_by     text NOT NULL
);

CREATE INDEX transaction_exports_by_user ON transaction_exports (user_id, created_at);
CREATE INDEX transaction_exports_unfinished ON transaction_exports (created_at) WHERE state IN ('QUEUED', 'RUNNING');

CREATE TABLE transaction_export_chunks (
  export_id uuid NOT NULL REFERENCES transaction_exports ON DELETE CASCADE,
  seq       integer NOT NULL,
  content   bytea NOT NULL,
  PRIMARY KEY (export_id, seq)
);

-- A chunk is read once and is mostly compressed already, or is read as a whole.
ALTER TABLE transaction_export_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
