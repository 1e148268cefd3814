// The accounts of tokens in the general ledger, for `verify`.

/** Accounts of the general ledger that belong to tokens: `tokens:<issuer>:<name>`. */
export const TOKEN_LEDGER = `
  SELECT institution_id, split_part(account, ':', 2) AS issuer, split_part(account, ':', 3) AS name, currency,
         sum(amount_minor) AS amount_minor
    FROM (SELECT institution_id, account, currency, amount_minor FROM general_ledger_totals WHERE account LIKE 'tokens:%'
          UNION ALL
          SELECT institution_id, account, currency, amount_minor FROM general_ledger_deltas WHERE account LIKE 'tokens:%') parts
   GROUP BY institution_id, account, currency`
