-- A closed day takes nothing (docs/decisions/0074). The mark lies with the books of its institution, so that a posting can check it in
-- its own transaction; `institutions` stays on the coordinator of distributed books.
CREATE TABLE book_days (
  institution_id text COLLATE "C" PRIMARY KEY,
  -- No order gets this business date or an earlier one.
  ended_through  text COLLATE "C" NOT NULL,
  -- Nothing gets this business date or an earlier one, not even what the end of a day posts.
  closed_through text COLLATE "C" NOT NULL
) WITH (fillfactor = 50);

-- When each day was closed, for `verify`. closed_xid: transactions from this one on began later; null on distributed books.
CREATE TABLE closed_days (
  institution_id text COLLATE "C" NOT NULL,
  business_date  text COLLATE "C" NOT NULL,
  closed_at      timestamptz NOT NULL,
  closed_xid     bigint,
  PRIMARY KEY (institution_id, business_date)
);

-- Nodes of the version before close days without knowing the mark.
CREATE FUNCTION mark_closed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.closed_through IS NULL THEN
    DELETE FROM book_days WHERE institution_id = NEW.institution_id;
  ELSE
    INSERT INTO book_days AS d (institution_id, ended_through, closed_through)
    VALUES (NEW.institution_id, NEW.closed_through, NEW.closed_through)
    ON CONFLICT (institution_id) DO UPDATE
       SET closed_through = excluded.closed_through,
           ended_through = CASE WHEN d.closed_through > excluded.closed_through THEN excluded.closed_through
                                ELSE greatest(d.ended_through, excluded.ended_through) END;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER institution_closes_days AFTER UPDATE OF closed_through ON institutions FOR EACH ROW
  WHEN (NEW.closed_through IS DISTINCT FROM OLD.closed_through) EXECUTE FUNCTION mark_closed_days();
CREATE TRIGGER institution_begins_days AFTER INSERT ON institutions FOR EACH ROW
  WHEN (NEW.closed_through IS NOT NULL) EXECUTE FUNCTION mark_closed_days();

-- Last: no day is closed between this and the triggers.
INSERT INTO book_days (institution_id, ended_through, closed_through)
SELECT institution_id, closed_through, closed_through FROM institutions WHERE closed_through IS NOT NULL;
