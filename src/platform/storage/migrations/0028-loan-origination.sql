-- Loan origination: applications with their history, risk signals, decisions and offers. A partner sees its own resources
-- only, so every lookup and every list begins with partner_id.
--
-- Expiry is never written: a row holds the instant, and reads and filters compare it with the clock. The stored status is
-- the last one that an event caused.

CREATE TABLE loan_applications (
  institution_id     text COLLATE "C" NOT NULL REFERENCES institutions,
  application_id     uuid NOT NULL,
  partner_id         text COLLATE "C" NOT NULL,
  product_code       text COLLATE "C" NOT NULL,
  currency           text COLLATE "C" NOT NULL,
  requested_minor    bigint NOT NULL CHECK (requested_minor > 0),
  interest_rate      numeric NOT NULL,
  term_count         integer NOT NULL CHECK (term_count > 0),
  term_unit          text NOT NULL,
  applicant          jsonb NOT NULL,
  -- The words of the applicant's name without case, accents and punctuation, for searches by the beginnings of words.
  name_words         tsvector NOT NULL,
  external_reference text,
  status             text COLLATE "C" NOT NULL CHECK (status IN ('SUBMITTED', 'UNDER_REVIEW', 'REFERRED', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'OFFERED', 'ACCEPTED', 'CONVERTED')),
  -- The latest decision.
  decision_id        uuid,
  -- When the approval ends. An application that is APPROVED or OFFERED by then is EXPIRED.
  expires_at         timestamptz,
  version            integer NOT NULL DEFAULT 1,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  created_by         text NOT NULL,
  updated_by         text NOT NULL,
  PRIMARY KEY (institution_id, application_id)
);

CREATE UNIQUE INDEX loan_applications_of_partner ON loan_applications (partner_id, application_id);
-- Lists are newest first. The included columns let a total be counted from the index alone.
CREATE INDEX loan_applications_newest ON loan_applications (partner_id, created_at DESC, application_id DESC) INCLUDE (institution_id);
CREATE INDEX loan_applications_by_status ON loan_applications (partner_id, status, created_at DESC, application_id DESC) INCLUDE (institution_id, expires_at);
CREATE INDEX loan_applications_by_product ON loan_applications (partner_id, product_code, created_at DESC, application_id DESC) INCLUDE (institution_id, status, expires_at);
-- Approvals and offers that have not expired, and those that have: a small part of the applications in these states.
CREATE INDEX loan_applications_by_expiry ON loan_applications (partner_id, status, expires_at)
  WHERE status IN ('APPROVED', 'OFFERED');
CREATE INDEX loan_applications_by_name ON loan_applications USING gin (name_words);

-- What happened to an application, in order. Expiry has no row.
CREATE TABLE loan_application_history (
  institution_id text COLLATE "C" NOT NULL,
  application_id uuid NOT NULL,
  sequence       integer NOT NULL,
  event          text NOT NULL,
  status         text NOT NULL,
  at             timestamptz NOT NULL,
  made_by        text NOT NULL,
  -- The risk signals, decision, offer or loan of the event.
  resource_id    uuid,
  PRIMARY KEY (institution_id, application_id, sequence),
  FOREIGN KEY (institution_id, application_id) REFERENCES loan_applications
);

CREATE TABLE loan_risk_signals (
  institution_id text COLLATE "C" NOT NULL,
  risk_signal_id uuid NOT NULL,
  application_id uuid NOT NULL,
  partner_id     text COLLATE "C" NOT NULL,
  signals        jsonb NOT NULL,
  -- The latest value of every signal of the application, these included: what was graded.
  known          jsonb NOT NULL,
  risk_grade     text NOT NULL,
  -- Debt payments as a share of income; null when one of the two is not known.
  dti            numeric,
  recommendation text NOT NULL CHECK (recommendation IN ('APPROVE', 'DECLINE', 'REFER')),
  reasons        text[] NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  created_by     text NOT NULL,
  updated_by     text NOT NULL,
  PRIMARY KEY (institution_id, risk_signal_id),
  FOREIGN KEY (institution_id, application_id) REFERENCES loan_applications
);

CREATE UNIQUE INDEX loan_risk_signals_of_partner ON loan_risk_signals (partner_id, risk_signal_id);
CREATE INDEX loan_risk_signals_of_application ON loan_risk_signals (institution_id, application_id, created_at, risk_signal_id);

CREATE TABLE loan_decisions (
  institution_id      text COLLATE "C" NOT NULL,
  decision_id         uuid NOT NULL,
  application_id      uuid NOT NULL,
  partner_id          text COLLATE "C" NOT NULL,
  decision            text NOT NULL CHECK (decision IN ('APPROVE', 'DECLINE', 'REFER')),
  reason_codes        text[] NOT NULL,
  -- Approvals: what may be lent at most, at which rate and for how long.
  approved_minor      bigint CHECK (approved_minor > 0),
  approved_rate       numeric,
  approved_term_count integer,
  approved_term_unit  text,
  conditions          text[] NOT NULL,
  expires_at          timestamptz,
  decided_by          text NOT NULL,
  supersedes          uuid,
  status              text NOT NULL CHECK (status IN ('RECORDED', 'SUPERSEDED', 'CONSUMED')),
  version             integer NOT NULL DEFAULT 1,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  created_by          text NOT NULL,
  updated_by          text NOT NULL,
  PRIMARY KEY (institution_id, decision_id),
  FOREIGN KEY (institution_id, application_id) REFERENCES loan_applications,
  CONSTRAINT approvals_are_whole CHECK (decision <> 'APPROVE' OR (approved_minor IS NOT NULL AND approved_rate IS NOT NULL AND approved_term_count IS NOT NULL AND approved_term_unit IS NOT NULL AND expires_at IS NOT NULL))
);

CREATE UNIQUE INDEX loan_decisions_of_partner ON loan_decisions (partner_id, decision_id);
-- At most one decision of an application is in force: two decisions at once cannot both be recorded.
CREATE UNIQUE INDEX loan_decisions_in_force ON loan_decisions (institution_id, application_id) WHERE status <> 'SUPERSEDED';

CREATE TABLE loan_offers (
  institution_id        text COLLATE "C" NOT NULL,
  offer_id              uuid NOT NULL,
  application_id        uuid NOT NULL,
  decision_id           uuid NOT NULL,
  partner_id            text COLLATE "C" NOT NULL,
  product_code          text COLLATE "C" NOT NULL,
  currency              text COLLATE "C" NOT NULL,
  amount_minor          bigint NOT NULL CHECK (amount_minor > 0),
  interest_rate         numeric NOT NULL,
  rate_id               text,
  term_count            integer NOT NULL,
  term_unit             text NOT NULL,
  -- The agreement that a loan from this offer has, and the fees.
  agreement             jsonb NOT NULL,
  fees                  jsonb NOT NULL,
  -- What the applicant was shown. It stays as it was, however schedules are computed later.
  instalment_minor      bigint NOT NULL,
  instalments           integer NOT NULL,
  total_interest_minor  bigint NOT NULL,
  total_fees_minor      bigint NOT NULL,
  amount_financed_minor bigint NOT NULL,
  finance_charge_minor  bigint NOT NULL,
  total_repayable_minor bigint NOT NULL,
  first_due_date        date NOT NULL,
  apr                   numeric NOT NULL,
  apr_method            text NOT NULL,
  schedule              jsonb NOT NULL,
  -- In major units and in months, for searches across currencies and units.
  amount                numeric NOT NULL,
  instalment            numeric NOT NULL,
  term_months           numeric NOT NULL,
  status                text COLLATE "C" NOT NULL CHECK (status IN ('OPEN', 'ACCEPTED', 'SUPERSEDED', 'CONVERTED')),
  -- An offer that is OPEN by then is EXPIRED.
  expires_at            timestamptz NOT NULL,
  accepted_at           timestamptz,
  accepted_by           text,
  channel               text,
  consents              jsonb,
  -- The sibling whose acceptance superseded this offer.
  superseded_by         uuid,
  loan_id               uuid,
  version               integer NOT NULL DEFAULT 1,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL,
  created_by            text NOT NULL,
  updated_by            text NOT NULL,
  PRIMARY KEY (institution_id, offer_id),
  FOREIGN KEY (institution_id, application_id) REFERENCES loan_applications,
  CONSTRAINT loans_come_from_accepted_offers CHECK ((loan_id IS NOT NULL) = (status = 'CONVERTED'))
);

CREATE UNIQUE INDEX loan_offers_of_partner ON loan_offers (partner_id, offer_id);
CREATE INDEX loan_offers_of_application ON loan_offers (institution_id, application_id, offer_id);
-- The last line of defence: of the offers of an application one is taken.
CREATE UNIQUE INDEX loan_offers_taken ON loan_offers (institution_id, application_id) WHERE status IN ('ACCEPTED', 'CONVERTED');
CREATE INDEX loan_offers_newest ON loan_offers (partner_id, created_at DESC, offer_id DESC) INCLUDE (institution_id);
CREATE INDEX loan_offers_by_status ON loan_offers (partner_id, status, created_at DESC, offer_id DESC) INCLUDE (institution_id, expires_at);
CREATE INDEX loan_offers_by_product ON loan_offers (partner_id, product_code, created_at DESC, offer_id DESC) INCLUDE (institution_id, status, expires_at);
CREATE INDEX loan_offers_by_apr ON loan_offers (partner_id, apr, offer_id) INCLUDE (institution_id, status, expires_at, created_at);
CREATE INDEX loan_offers_by_instalment ON loan_offers (partner_id, instalment, offer_id) INCLUDE (institution_id, status, expires_at, created_at);
CREATE INDEX loan_offers_by_amount ON loan_offers (partner_id, amount, offer_id) INCLUDE (institution_id, status, expires_at, created_at);
CREATE INDEX loan_offers_by_term ON loan_offers (partner_id, term_months, offer_id) INCLUDE (institution_id, status, expires_at, created_at);
CREATE INDEX loan_offers_by_expiry ON loan_offers (partner_id, expires_at, offer_id) INCLUDE (institution_id, status);
