-- Records of accounts and cards that were there before 0048. Only reads `accounts` and `cards`: nothing waits for it, however
-- long it takes. Rows that are added meanwhile have their records from the triggers.

INSERT INTO account_records (institution_id, account_id)
SELECT a.institution_id, a.account_id
  FROM accounts a JOIN institutions i ON i.institution_id = a.institution_id
 WHERE NOT (a.account_type = 'TOKENS' AND a.branch_id = '')
    ON CONFLICT DO NOTHING;

INSERT INTO card_records (institution_id, pan_hash)
SELECT institution_id, pan_hash FROM cards
    ON CONFLICT DO NOTHING;
