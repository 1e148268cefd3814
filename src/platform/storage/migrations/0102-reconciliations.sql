-- Reconciliations: a file of a source compared with the books of a business date (docs/decisions/0095). Nodes of the version before
-- neither read nor write these tables.

CREATE TABLE reconciliations (
  reconciliation_id uuid PRIMARY KEY,
  institution_id    text COLLATE "C" NOT NULL,
  business_date     text COLLATE "C" NOT NULL,
  source            text COLLATE "C" NOT NULL,
  format            text COLLATE "C" NOT NULL CHECK (format IN ('CSV', 'CAMT053')),
  mapping           jsonb NOT NULL DEFAULT '{}',
  -- WAITING: for its file. REPLACED: by a later file. REPEATED: its file had been matched already.
  state             text COLLATE "C" NOT NULL
                    CHECK (state IN ('WAITING', 'RECEIVING', 'QUEUED', 'MATCHING', 'DONE', 'FAILED', 'REPLACED', 'REPEATED')),
  -- What the lines of its file are kept under; null once they are removed.
  upload_id         uuid,
  -- The node that receives the file has died when this is over.
  receiving_until   timestamptz,
  content_hash      text COLLATE "C",
  bytes             bigint NOT NULL DEFAULT 0,
  lines             bigint NOT NULL DEFAULT 0,
  -- Entries of a statement that are not booked yet.
  left_out          bigint NOT NULL DEFAULT 0,
  -- Counts and sums of the comparison.
  result            jsonb,
  error             text,
  -- The reconciliation that had the same file, or that took this one's place.
  same_as           uuid,
  replaced_by       uuid,
  -- Counts the runs of the job. A run that another one has replaced can write nothing more.
  run               integer NOT NULL DEFAULT 0,
  finished_at       timestamptz,
  version           integer NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  created_by        text NOT NULL,
  updated_by        text NOT NULL
);

-- One file of a source and date is read or matched at a time.
CREATE UNIQUE INDEX reconciliations_at_work ON reconciliations (institution_id, source, business_date)
  WHERE state IN ('RECEIVING', 'QUEUED', 'MATCHING');
-- And one counts.
CREATE UNIQUE INDEX reconciliations_done ON reconciliations (institution_id, source, business_date) WHERE state = 'DONE';
CREATE INDEX reconciliations_newest ON reconciliations (created_at DESC, reconciliation_id DESC);
CREATE INDEX reconciliations_with_lines ON reconciliations (upload_id) WHERE upload_id IS NOT NULL;
