-- Reversals show the access fee that they gave back. Versions before this one recorded none, although a complete reversal of a
-- withdrawal gives it back. Only reversals are written, which no posting changes.

-- At the built-in bank the journal tells. Of a remote core the last reversal of a fully reversed original gave it back.
UPDATE transactions AS r
   SET fee_minor = o.fee_minor
  FROM transactions AS o
 WHERE r.type = 'CASHWITHDRAWALREVERSAL' AND r.response_code = '000' AND r.original_id IS NOT NULL AND r.fee_minor = 0
   AND o.account_id = r.account_id AND o.transaction_id = r.original_id AND o.institution_id = r.institution_id
   AND o.fee_minor > 0
   AND CASE WHEN r.core_outcome IS NULL THEN
              EXISTS (SELECT FROM journals j
                       WHERE j.institution_id = r.institution_id AND j.journal_id = r.transaction_id
                         AND 'fees:access' = ANY (j.accounts))
            ELSE o.reversed_minor = o.amount_minor
             AND NOT EXISTS (SELECT FROM transactions n
                              WHERE n.account_id = r.account_id AND n.transaction_id > r.transaction_id
                                AND n.original_id = o.transaction_id AND n.institution_id = r.institution_id
                                AND n.response_code IN ('000', '911'))
       END;
