-- Platform search of digital banking: the words that resources are found by.

-- One row per word of a resource, for each partner that may find it by that word. A word that is searched for is a range of
-- this key. `entity`: 2 user, 3 digital asset account, 4 deposit, 5 redemption, 6 transfer, 7 transfer as its payee sees it.
-- Institutions are few: their own rows are searched.
CREATE TABLE digital_words (
  partner_id  text COLLATE "C" NOT NULL,
  entity      smallint NOT NULL,
  word        text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  PRIMARY KEY (partner_id, entity, word, resource_id)
);

-- Words never change after a resource is made. Triggers keep them, so that every way of inserting does.
CREATE FUNCTION keep_words_of_digital_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO digital_words (partner_id, entity, word, resource_id)
  SELECT partner_id, 2, unnest(search_words), user_id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_words_of_digital_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO digital_words (partner_id, entity, word, resource_id)
  SELECT partner_id, 3, unnest(search_words), account_id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_words_of_token_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO digital_words (partner_id, entity, word, resource_id)
  SELECT partner_id, CASE kind WHEN 'DEPOSIT' THEN 4 WHEN 'REDEMPTION' THEN 5 ELSE 6 END, unnest(search_words), movement_id
    FROM added
  UNION ALL
  SELECT payee_partner_id, 7, unnest(payee_words), movement_id FROM added WHERE payee_partner_id <> partner_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER digital_users_words AFTER INSERT ON digital_users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_digital_users();
CREATE TRIGGER digital_accounts_words AFTER INSERT ON digital_accounts
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_digital_accounts();
CREATE TRIGGER token_movements_words AFTER INSERT ON token_movements
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_token_movements();
