-- Work on exceptions: who looks after one, how urgent it is, what people have noted, and jobs that resolve or hand out many.
-- Plain tables of the coordinator on distributed books: exceptions of orders and of tokens share them. An exception without a
-- row is nobody's and of normal priority.
CREATE TABLE exception_work (
  institution_id text COLLATE "C" NOT NULL,
  exception_id   uuid NOT NULL,
  assignee_id    uuid,
  priority       text COLLATE "C" NOT NULL DEFAULT 'NORMAL' CHECK (priority IN ('LOW', 'NORMAL', 'HIGH')),
  due_at         timestamptz,
  updated_at     timestamptz NOT NULL,
  updated_by     text NOT NULL,
  PRIMARY KEY (institution_id, exception_id)
);
CREATE INDEX exception_work_of_assignee ON exception_work (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX exception_work_due ON exception_work (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX exception_work_by_change ON exception_work (updated_at);
CREATE INDEX exception_work_by_priority ON exception_work (priority) WHERE priority <> 'NORMAL';

CREATE TABLE exception_comments (
  institution_id text COLLATE "C" NOT NULL,
  exception_id   uuid NOT NULL,
  comment_id     uuid NOT NULL,
  at             timestamptz NOT NULL,
  by_user        text NOT NULL,
  text           text NOT NULL,
  PRIMARY KEY (institution_id, exception_id, comment_id)
);
CREATE INDEX exception_comments_by_time ON exception_comments (at);

-- A PENDING job waits for a second user, as its change request does.
CREATE TABLE exception_jobs (
  job_id         uuid PRIMARY KEY,
  user_id        uuid NOT NULL,
  -- The scope of the user when it was asked for; null is the whole platform.
  institution_id text COLLATE "C",
  sub_tenant_id  uuid,
  action         text COLLATE "C" NOT NULL,
  -- What is done with each: the resolution, or who gets it.
  request        jsonb NOT NULL,
  -- Who asked, as the audit log keeps it.
  actor          jsonb NOT NULL,
  state          text COLLATE "C" NOT NULL CHECK (state IN ('PENDING', 'QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  error          text,
  finished_at    timestamptz,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  created_by     text NOT NULL,
  updated_by     text NOT NULL
);
CREATE INDEX exception_jobs_unfinished ON exception_jobs (created_at) WHERE state IN ('PENDING', 'QUEUED', 'RUNNING');
CREATE INDEX exception_jobs_finished ON exception_jobs (finished_at) WHERE finished_at IS NOT NULL;

-- The exceptions of a job, fixed when it was asked for.
CREATE TABLE exception_job_lines (
  job_id         uuid NOT NULL REFERENCES exception_jobs ON DELETE CASCADE,
  seq            integer NOT NULL,
  institution_id text COLLATE "C" NOT NULL,
  exception_id   uuid NOT NULL,
  kind           text COLLATE "C" NOT NULL,
  state          text COLLATE "C" NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'DONE', 'SKIPPED')),
  -- SKIPPED: why.
  detail         text,
  ended_at       timestamptz,
  PRIMARY KEY (job_id, seq)
);
CREATE INDEX exception_job_lines_pending ON exception_job_lines (exception_id) WHERE state = 'PENDING';
