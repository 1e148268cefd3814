-- Loans, and the events that their state is a fold of. Tables of the books: keyed by institution first.

CREATE TABLE loans (
  institution_id      text COLLATE "C" NOT NULL,
  loan_id             uuid NOT NULL,
  partner_id          text COLLATE "C" NOT NULL,
  application_id      uuid,
  offer_id            uuid,
  product_code        text COLLATE "C" NOT NULL,
  currency            text NOT NULL,
  -- What was agreed, in the terms of src/loans/engine/terms.ts; it never changes.
  agreement           jsonb NOT NULL,
  accounting          text NOT NULL CHECK (accounting IN ('CASH', 'ACCRUAL')),
  overpayment_allowed boolean NOT NULL,
  applicant           jsonb NOT NULL,
  customer_id         text COLLATE "C",
  external_reference  text,
  contact             jsonb,
  -- The account of its principal in the ledger. Closed until the first disbursement.
  account_id          text COLLATE "C" NOT NULL,
  account_opened      boolean NOT NULL DEFAULT false,

  -- Where it stands, for lists. These hold until the next event, whatever the date: ACTIVE is a loan that runs, and whether it
  -- is in arrears or charged off follows from the dates below. All dates are YYYY-MM-DD.
  status              text NOT NULL DEFAULT 'APPROVED'
                      CHECK (status IN ('APPROVED', 'ACTIVE', 'OVERPAID', 'CLOSED', 'CANCELLED', 'CHARGED_OFF', 'WRITTEN_OFF')),
  -- In arrears from this date on, if nothing is paid until then.
  arrears_on          text COLLATE "C",
  -- The due date that days past due are counted from, once in arrears.
  past_due_since      text COLLATE "C",
  -- While an arrangement pauses the count: its figure, and the date on which it goes on.
  paused_days         integer,
  resumes_on          text COLLATE "C",
  -- Charged off on this date, if nothing is paid until then.
  charge_off_on       text COLLATE "C",
  next_due_on         text COLLATE "C",
  -- The first day whose end has work for it: an accrual, a charge-off, or another payment to show. Null: none.
  close_from          text COLLATE "C",
  -- The names and days of its aging buckets, as `name:from-to,…`.
  buckets             text COLLATE "C" NOT NULL,

  -- The totals of the loan's accounts that journals have brought into the books, and the date they were computed for.
  posted              jsonb NOT NULL DEFAULT '{}',
  posted_through      text COLLATE "C",
  last_sequence       integer NOT NULL DEFAULT 0,
  schedule_version    integer NOT NULL DEFAULT 0,
  -- The event that waits for a remote core.
  pending_event_id    uuid,

  version             integer NOT NULL DEFAULT 1,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  created_by          text NOT NULL,
  updated_by          text NOT NULL,
  PRIMARY KEY (institution_id, loan_id)
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX loans_by_id ON loans (loan_id);
CREATE UNIQUE INDEX loans_by_offer ON loans (offer_id) WHERE offer_id IS NOT NULL;
CREATE UNIQUE INDEX loans_by_account ON loans (account_id, institution_id);
-- Lists of a partner, newest first: all, and by what they filter by.
-- Pages and totals are read from these indexes alone, whatever is combined with their first columns.
CREATE INDEX loans_of_partner ON loans (partner_id, loan_id)
  INCLUDE (institution_id, status, product_code, past_due_since, paused_days, resumes_on, charge_off_on);
CREATE INDEX loans_of_partner_by_status ON loans (partner_id, status, loan_id)
  INCLUDE (institution_id, product_code, past_due_since, paused_days, resumes_on, charge_off_on);
CREATE INDEX loans_of_partner_by_product ON loans (partner_id, product_code, loan_id)
  INCLUDE (institution_id, status, past_due_since, paused_days, resumes_on, charge_off_on);
CREATE INDEX loans_by_application ON loans (application_id) WHERE application_id IS NOT NULL;
CREATE INDEX loans_of_partner_past_due ON loans (partner_id, past_due_since, loan_id)
  INCLUDE (institution_id, status, product_code, resumes_on, charge_off_on) WHERE past_due_since IS NOT NULL;
CREATE INDEX loans_of_partner_paused ON loans (partner_id, resumes_on, loan_id)
  INCLUDE (institution_id, status, product_code, paused_days, charge_off_on) WHERE resumes_on IS NOT NULL;
CREATE INDEX loans_of_partner_by_charge_off ON loans (partner_id, charge_off_on, loan_id)
  INCLUDE (institution_id, status, product_code, past_due_since, paused_days, resumes_on) WHERE charge_off_on IS NOT NULL;
CREATE INDEX loans_of_partner_by_buckets ON loans (partner_id, buckets);
-- What the end of a day looks for.
CREATE INDEX loans_to_close ON loans (institution_id, loan_id, close_from) WHERE close_from IS NOT NULL;
-- Without updated_at: an index on it would keep every update of a loan from staying on its page. Few rows are in it.
CREATE INDEX loans_pending ON loans (pending_event_id) WHERE pending_event_id IS NOT NULL;

-- Account numbers of loans.
CREATE SEQUENCE loan_account_numbers;

-- What happened to a loan, in order of arrival. Rows are only added; a reversal marks the row it reverses, and a row that
-- waits for a remote core is settled once.
CREATE TABLE loan_events (
  institution_id   text COLLATE "C" NOT NULL,
  loan_id          uuid NOT NULL,
  sequence         integer NOT NULL,
  event_id         uuid NOT NULL,
  kind             text NOT NULL,
  value_date       text NOT NULL,
  event            jsonb NOT NULL,
  state            text NOT NULL CHECK (state IN ('PENDING', 'COMPLETED', 'FAILED')),
  -- The reversal that has taken it out of the fold.
  reversed_by      uuid,
  -- The transaction as it was booked: allocation, parts per instalment, balances after.
  booking          jsonb,
  -- Money received (positive) or paid out, and the account it came from or went to; null is the clearing account.
  cash_minor       bigint NOT NULL,
  funds_account_id text COLLATE "C",
  -- Identifies the movement at a remote core.
  funds_reference  uuid,
  -- Null when nothing had to be posted.
  journal_id       uuid,
  business_date    text NOT NULL,
  recorded_at      timestamptz NOT NULL,
  created_by       text NOT NULL,
  details          jsonb,
  PRIMARY KEY (institution_id, loan_id, sequence)
);

CREATE UNIQUE INDEX loan_events_by_id ON loan_events (event_id);
CREATE INDEX loan_events_by_journal ON loan_events (journal_id) WHERE journal_id IS NOT NULL;

-- Postings that follow from the date alone: accruals, charge-offs.
CREATE TABLE loan_closings (
  institution_id text COLLATE "C" NOT NULL,
  loan_id        uuid NOT NULL,
  business_date  text COLLATE "C" NOT NULL,
  journal_id     uuid NOT NULL,
  recorded_at    timestamptz NOT NULL,
  PRIMARY KEY (institution_id, loan_id, business_date)
);

-- Bookings of earlier transactions that an event has changed.
CREATE TABLE loan_replays (
  institution_id text COLLATE "C" NOT NULL,
  loan_id        uuid NOT NULL,
  -- The event that changed it.
  sequence       integer NOT NULL,
  event_id       uuid NOT NULL,
  before         jsonb NOT NULL,
  after          jsonb,
  recorded_at    timestamptz NOT NULL,
  PRIMARY KEY (institution_id, loan_id, sequence, event_id)
);

-- Every repayment schedule that a loan has had, as it was when it was made.
CREATE TABLE loan_schedules (
  institution_id text COLLATE "C" NOT NULL,
  loan_id        uuid NOT NULL,
  version        integer NOT NULL,
  reason         text NOT NULL,
  valid_from     text NOT NULL,
  event_id       uuid,
  instalments    jsonb NOT NULL,
  recorded_at    timestamptz NOT NULL,
  PRIMARY KEY (institution_id, loan_id, version)
);

-- The state of the fold after some events of a long history, so that it need not be folded from the start.
CREATE TABLE loan_snapshots (
  institution_id text COLLATE "C" NOT NULL,
  loan_id        uuid NOT NULL,
  snapshot       jsonb NOT NULL,
  recorded_at    timestamptz NOT NULL,
  PRIMARY KEY (institution_id, loan_id)
);
