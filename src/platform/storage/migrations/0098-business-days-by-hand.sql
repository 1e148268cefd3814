-- Business days by hand (docs/decisions/0093): days that are held, ended ahead of their cutover, or cannot be closed.

-- The last business date that was ended ahead of its cutover: no order gets it or an earlier one. book_days has the same date, which
-- every posting checks.
ALTER TABLE institutions ADD COLUMN ended_through text;
ALTER TABLE business_calendars ADD COLUMN ended_at timestamptz;

-- The day that is not closed before held_until. Meanwhile the lease is the hold's, which keeps nodes of the version before from closing it.
ALTER TABLE business_calendars ADD COLUMN held_date text COLLATE "C";
ALTER TABLE business_calendars ADD COLUMN held_until timestamptz;
ALTER TABLE business_calendars ADD COLUMN held_reason text;

-- The last attempt to close a day that failed; null once the day is closed.
ALTER TABLE business_calendars ADD COLUMN failed_date text COLLATE "C";
ALTER TABLE business_calendars ADD COLUMN failed_step text;
ALTER TABLE business_calendars ADD COLUMN failed_error text;
ALTER TABLE business_calendars ADD COLUMN failed_since timestamptz;
ALTER TABLE business_calendars ADD COLUMN failed_times integer NOT NULL DEFAULT 0;
