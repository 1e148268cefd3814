-- What distributed books need beside those of one server (docs/decisions/0057). On one server the new table stays empty.
-- tillgate: oldest-node 0024

-- The key gets the institution. Nothing refers to a change by its number, and the table is emptied every two seconds.
-- contract: no version names change_id; those before insert without it.
ALTER TABLE transaction_changes DROP COLUMN change_id;
ALTER TABLE transaction_changes ADD COLUMN change_key uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE transaction_changes ADD PRIMARY KEY (institution_id, change_key);

-- Transaction ids mean nothing across servers. On distributed books `insert_xid` of a transaction or a journal is a mark that its
-- writer has chosen, and the row here, which commits with it, tells sweeps that there is something new under the mark.
CREATE TABLE posting_marks (
  institution_id text COLLATE "C" NOT NULL,
  mark           bigint NOT NULL,
  -- Whether the rollups have counted its transactions, and whether its journals are listed by account. With both the row is deleted.
  counted        boolean NOT NULL DEFAULT false,
  listed         boolean NOT NULL DEFAULT false,
  PRIMARY KEY (institution_id, mark)
);

-- The default of `insert_xid` on distributed books. Fails when the writer has set no mark: its rows would never be counted.
CREATE FUNCTION posting_mark() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT current_setting('tillgate.mark')::bigint
$$;

-- For writers outside the posting path: marks what the transaction inserts from here on. Does nothing on one server; `tillgate
-- distribute` replaces it.
CREATE FUNCTION mark_postings(institution_ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
END $$;
