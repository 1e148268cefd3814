// Ways to break the books of a small bank, and what `verify` says to each.

// A small bank: two accounts with opening balances, a withdrawal with a fee that was partly reversed, a check
// deposit with a hold, a transfer and its reversal, a declined withdrawal, a reversal before its original, an inquiry.
export const ID = {
  openingA: '00000000-0000-7000-8000-000000000001',
  openingB: '00000000-0000-7000-8000-000000000002',
  withdrawal: '00000000-0000-7000-8000-000000000003',
  reversal: '00000000-0000-7000-8000-000000000004',
  deposit: '00000000-0000-7000-8000-000000000005',
  transfer: '00000000-0000-7000-8000-000000000006',
  transferReversal: '00000000-0000-7000-8000-000000000007',
  declined: '00000000-0000-7000-8000-000000000008',
  early: '00000000-0000-7000-8000-000000000009',
  unknown: '00000000-0000-7000-8000-0000000000ff',
}

export const SMALL_BANK = `
  INSERT INTO accounts (institution_id, account_id, customer_id, account_type, description, currency, txn_capability,
                        branch_id, balance_minor, held_minor) VALUES
    ('FI001', 'A', 'C1', 'DDA', 'A', 'USD', '06', '001', 103500, 2000),
    ('FI001', 'B', 'C1', 'SDA', 'B', 'USD', '06', '001', 50000, 0),
    ('FI001', 'Y', 'C1', 'DDA', 'Y', 'JPY', '06', '001', 0, 0);

  INSERT INTO journals (institution_id, journal_id, kind, effective_date, recorded_at, reverses_id, books, accounts, currencies,
                        amounts_minor) VALUES
    ('FI001', '${ID.openingA}', 'OPENING_BALANCE', '20260101', now(), NULL, 'CG', '{A,opening}', '{USD,USD}', '{100000,-100000}'),
    ('FI001', '${ID.openingB}', 'OPENING_BALANCE', '20260101', now(), NULL, 'CG', '{B,opening}', '{USD,USD}', '{50000,-50000}'),
    ('FI001', '${ID.withdrawal}', 'CASHWITHDRAWAL', '20260102', now(), NULL, 'CGG', '{A,vault:ATM1,fees:access}', '{USD,USD,USD}', '{-2000,1800,200}'),
    ('FI001', '${ID.reversal}', 'CASHWITHDRAWALREVERSAL', '20260102', now(), '${ID.withdrawal}', 'CG', '{A,vault:ATM1}', '{USD,USD}', '{500,-500}'),
    ('FI001', '${ID.deposit}', 'CHECKDEPOSIT', '20260102', now(), NULL, 'CG', '{A,clearing:checks}', '{USD,USD}', '{5000,-5000}'),
    ('FI001', '${ID.transfer}', 'TRANSFER', '20260102', now(), NULL, 'CC', '{A,B}', '{USD,USD}', '{-700,700}'),
    ('FI001', '${ID.transferReversal}', 'TRANSFERREVERSAL', '20260102', now(), '${ID.transfer}', 'CC', '{A,B}', '{USD,USD}', '{700,-700}');

  INSERT INTO general_ledger_totals VALUES
    ('FI001', 'opening', 'USD', -150000), ('FI001', 'vault:ATM1', 'USD', 1800), ('FI001', 'fees:access', 'USD', 200);
  INSERT INTO general_ledger_deltas VALUES
    ('FI001', '${ID.unknown}', 'vault:ATM1', 'USD', -500), ('FI001', '${ID.unknown}', 'clearing:checks', 'USD', -5000);

  INSERT INTO holds VALUES
    ('FI001', '${ID.deposit}', 'A', '${ID.deposit}', 2000, '20260104', NULL),
    ('FI001', '${ID.transfer}', 'A', '${ID.deposit}', 900, '20260102', now());

  INSERT INTO transactions (institution_id, partner_id, rrn, transaction_id, type, account_id, beneficiary_account_id,
                            amount_minor, fee_minor, currency, response_code, auth_id, original_id, original_rrn, reversed_minor,
                            business_date, recorded_at, latency_ms, correlation_id, fingerprint, response)
  SELECT 'FI001', 'P1', rrn, id::uuid, type, 'A', beneficiary, amount, fee, 'USD', code, auth_id, original::uuid, original_rrn, reversed,
         '20260102', now(), 1, '${ID.unknown}', 'f',
         format('{"head":{"description":"\\"status\\":{\\"responseCode\\":\\"999\\"}"},"status":{"authId":"x","responseCode":"%s"}}', code)
    FROM (VALUES
      ('1', '${ID.withdrawal}', 'CASHWITHDRAWAL', NULL, 2000, 200, '000', 'AAAAA1', NULL, NULL, 500),
      ('2', '${ID.reversal}', 'CASHWITHDRAWALREVERSAL', NULL, 500, 0, '000', 'AAAAA2', '${ID.withdrawal}', NULL, 0),
      ('3', '${ID.deposit}', 'CHECKDEPOSIT', NULL, 5000, 0, '000', 'AAAAA3', NULL, NULL, 0),
      ('4', '${ID.transfer}', 'TRANSFER', 'B', 700, 0, '000', 'AAAAA4', NULL, NULL, 700),
      ('5', '${ID.transferReversal}', 'TRANSFERREVERSAL', 'B', 700, 0, '000', 'AAAAA5', '${ID.transfer}', '4', 0),
      ('6', '${ID.declined}', 'CASHWITHDRAWAL', NULL, 999999, 0, '110', NULL, NULL, NULL, 0),
      ('7', '${ID.early}', 'CASHWITHDRAWALREVERSAL', NULL, 100, 0, '000', 'AAAAA7', NULL, '8', 0))
      AS t (rrn, id, type, beneficiary, amount, fee, code, auth_id, original, original_rrn, reversed);
  INSERT INTO reversal_tombstones VALUES ('FI001', 'P1', '8', '7', now());

  INSERT INTO inquiries (institution_id, inquiry_id, partner_id, rrn, type, response_code, auth_id, business_date, recorded_at,
                         latency_ms, correlation_id)
  VALUES ('FI001', '${ID.unknown}', 'P1', '9', 'BALANCEINQUIRY', '000', 'AAAAA9', '20260102', now(), 1, '${ID.unknown}')`

export interface Breakage {
  readonly title: string
  readonly sql: string
  /** Each as `check | subject | detail`; nothing else may be found. */
  readonly found: readonly string[]
}

// One row per kind of corruption.
export const BREAKAGES: readonly Breakage[] = [
  {
    title: 'a journal line was changed',
    sql: `UPDATE journals SET amounts_minor[1] = -1999 WHERE journal_id = '${ID.withdrawal}'`,
    found: [
      `journal balances to zero | journal ${ID.withdrawal} | USD lines sum to 1`,
      'account balance is the sum of its entries | account A | balance 103500, entries 103501',
      `journal moves the amount of its transaction | transaction ${ID.withdrawal} | account A should move by -2000 USD but moved by -1999`,
    ],
  },
  {
    title: 'a journal balances in sum but not per currency',
    sql: `UPDATE journals SET currencies[2] = 'JPY' WHERE journal_id = '${ID.reversal}';
          UPDATE general_ledger_deltas SET currency = 'JPY' WHERE account = 'vault:ATM1'`,
    found: [
      `journal balances to zero | journal ${ID.reversal} | JPY lines sum to -500`,
      `journal balances to zero | journal ${ID.reversal} | USD lines sum to 500`,
    ],
  },
  {
    title: 'a journal is missing',
    sql: `DELETE FROM journals WHERE journal_id = '${ID.openingB}'`,
    found: [
      'account balance is the sum of its entries | account B | balance 50000, entries 0',
      'general ledger is the sum of its entries | general-ledger account opening | USD totals and deltas -150000, entries -100000',
    ],
  },
  {
    title: 'an account is missing',
    sql: `DELETE FROM accounts WHERE account_id = 'B'`,
    found: ['entry has its account | account B | has entries but does not exist'],
  },
  {
    title: 'an account changed its currency',
    sql: `UPDATE accounts SET currency = 'EUR' WHERE account_id = 'B'`,
    found: ['entry has its account | account B | is in EUR but has entries in USD'],
  },
  {
    title: 'a balance was edited',
    sql: `UPDATE accounts SET balance_minor = balance_minor + 1 WHERE account_id = 'B'`,
    found: ['account balance is the sum of its entries | account B | balance 50001, entries 50000'],
  },
  {
    title: 'a balance stands without an entry',
    sql: `UPDATE accounts SET balance_minor = 7 WHERE account_id = 'Y'`,
    found: ['account balance is the sum of its entries | account Y | balance 7, entries 0'],
  },
  {
    title: 'a hold was released without freeing the money',
    sql: `UPDATE holds SET released_at = now() WHERE hold_id = '${ID.deposit}'`,
    found: ['held amount is the sum of open holds | account A | held 2000, open holds 0'],
  },
  {
    title: 'a hold is on an account that does not exist',
    sql: `INSERT INTO holds VALUES ('FI001', '${ID.unknown}', 'Z', '${ID.deposit}', 5, '20260104', NULL)`,
    found: ['held amount is the sum of open holds | account Z | has holds but does not exist'],
  },
  {
    title: 'more is held than is there',
    sql: `ALTER TABLE accounts DROP CONSTRAINT never_below_limit;
          UPDATE accounts SET held_minor = 50001 WHERE account_id = 'B';
          INSERT INTO holds VALUES ('FI001', '${ID.unknown}', 'B', '${ID.deposit}', 50001, '20260104', NULL)`,
    found: ['account is not below its limit | account B | available -1, forced 0'],
  },
  {
    title: 'a forced reversal alone may go below',
    sql: `UPDATE accounts SET held_minor = 50001, forced_minor = 1 WHERE account_id = 'B';
          INSERT INTO holds VALUES ('FI001', '${ID.unknown}', 'B', '${ID.deposit}', 50001, '20260104', NULL)`,
    found: [],
  },
  {
    title: 'an account without a lower bound may owe anything',
    sql: `UPDATE accounts SET overdraft_minor = NULL, held_minor = 50001 WHERE account_id = 'B';
          INSERT INTO holds VALUES ('FI001', '${ID.unknown}', 'B', '${ID.deposit}', 50001, '20260104', NULL)`,
    found: [],
  },
  {
    title: 'a balance is above its ceiling',
    sql: `ALTER TABLE accounts DROP CONSTRAINT never_above_ceiling;
          UPDATE accounts SET ceiling_minor = 49999 WHERE account_id = 'B'`,
    found: ['account is not above its ceiling | account B | balance 50000, ceiling 49999'],
  },
  {
    title: 'a balance at its ceiling is allowed',
    sql: `UPDATE accounts SET ceiling_minor = 50000 WHERE account_id = 'B'`,
    found: [],
  },
  {
    title: 'a journal is of a kind that no concept posts',
    sql: `UPDATE journals SET kind = 'PRESENT' WHERE journal_id = '${ID.openingB}'`,
    found: [`journal is of a known kind | journal ${ID.openingB} | no concept posts PRESENT`],
  },
  {
    title: 'an exception was matched without a journal',
    sql: `INSERT INTO exception_resolutions (institution_id, transaction_id, partner_id, rrn, kind, action, reason, resolved_by, resolved_at)
          VALUES ('FI001', '${ID.declined}', 'P1', '6', 'LATE', 'MATCH', 'seen', 'somebody', now())`,
    found: [`resolution of an exception has its journal | exception ${ID.declined} | MATCH posted nothing`],
  },
  {
    title: 'an exception was written off with another amount than its journal',
    sql: `UPDATE journals SET kind = 'EXCEPTION_WRITE_OFF', reverses_id = '${ID.deposit}', books = 'GG', accounts = '{suspense:exceptions,vault:ATM1}'
           WHERE journal_id = '${ID.reversal}';
          UPDATE accounts SET balance_minor = balance_minor - 500 WHERE account_id = 'A';
          INSERT INTO general_ledger_deltas VALUES ('FI001', '${ID.reversal}', 'suspense:exceptions', 'USD', 500);
          DELETE FROM transactions WHERE rrn = '2';
          UPDATE transactions SET reversed_minor = 0 WHERE rrn = '1';
          UPDATE transactions SET reversed_minor = 501 WHERE rrn = '3';
          INSERT INTO exception_resolutions VALUES
            ('FI001', '${ID.declined}', 'P1', '6', 'LATE', 'WRITE_OFF', 'seen', NULL, '${ID.deposit}', 501, '${ID.reversal}', 'somebody', now())`,
    found: [`resolution of an exception has its journal | exception ${ID.declined} | reversed 501 but moved 500`],
  },
  {
    title: 'a resolution of an exception is missing',
    sql: `UPDATE journals SET kind = 'EXCEPTION_MATCH' WHERE journal_id = '${ID.openingB}'`,
    found: [
      `journal of an exception has its resolution | journal ${ID.openingB} | EXCEPTION_MATCH without a resolution`,
    ],
  },
  {
    title: 'a correction posted nothing, and counts as reversed',
    sql: `INSERT INTO corrections (institution_id, correction_id, account_id, against, direction, amount_minor, currency, kind, reason,
                                   transaction_id, counted_minor, business_date, created_at, updated_at, created_by, updated_by)
          VALUES ('FI001', '${ID.unknown}', 'A', 'fees:access', 'CREDIT', 200, 'USD', 'FEE_REFUND', 'seen', '${ID.withdrawal}', 200,
                  '20260102', now(), now(), 'somebody', 'somebody')`,
    found: [
      `reversed amount is the sum of its reversals | transaction ${ID.withdrawal} | reversed 500, reversals 700`,
      `correction has its journal | correction ${ID.unknown} | FEE_REFUND posted nothing`,
      `access fee is refunded by corrections | transaction ${ID.withdrawal} | fee refunded 0 of 200, corrections 200`,
    ],
  },
  {
    title: 'a correction has another amount than its journal, and names one that undoes it',
    sql: `UPDATE journals SET kind = 'CORRECTION' WHERE journal_id = '${ID.openingB}';
          INSERT INTO corrections (institution_id, correction_id, account_id, against, direction, amount_minor, currency, kind, reason,
                                   reversed_by, business_date, created_at, updated_at, created_by, updated_by)
          VALUES ('FI001', '${ID.openingB}', 'B', 'opening', 'CREDIT', 40000, 'USD', 'GOODWILL', 'seen', '${ID.unknown}',
                  '20260102', now(), now(), 'somebody', 'somebody')`,
    found: [
      `correction has its journal | correction ${ID.openingB} | CREDIT of 40000 moved 50000 against -50000`,
      `correction is undone once, whole | correction ${ID.openingB} | undone by ${ID.unknown}, which does not exist`,
    ],
  },
  {
    title: 'the record of a correction is missing',
    sql: `UPDATE journals SET kind = 'CORRECTION' WHERE journal_id = '${ID.openingB}'`,
    found: [`journal of a correction has its record | journal ${ID.openingB} | CORRECTION without a correction`],
  },
  {
    title: 'a declined advice was posted without a journal',
    sql: `INSERT INTO declined_advices VALUES ('FI001', '${ID.declined}', '${ID.unknown}', 'P1', '6', NULL, now(), 'MATCH', 'seen',
            'operator', now(), 5, '${ID.unknown}')`,
    found: [`resolution of an advice has its journal | declined advice ${ID.declined} | MATCH posted nothing`],
  },
  {
    title: 'what a reconciliation posted has no journal',
    sql: `INSERT INTO reconciliation_exceptions (institution_id, exception_id, reconciliation_id, source, business_date, difference, fact,
            partner_id, rrn, is_credit, currency, opened_at, action, reason, resolved_by, resolved_at, amount_minor, posted_account_id, journal_id)
          VALUES ('FI001', '${ID.declined}', '${ID.unknown}', 'P1', '20260102', 'MISSING_HERE', 'f', 'P1', '9', false, 'USD', now(), 'MATCH', 'seen',
            'operator', now(), 5, 'A', '${ID.unknown}')`,
    found: [
      `resolution of a reconciliation has its journal | reconciliation exception ${ID.declined} | MATCH posted nothing`,
    ],
  },
  {
    title: 'a resolution was not counted on its original',
    sql: `INSERT INTO exception_resolutions VALUES
            ('FI001', '${ID.declined}', 'P1', '6', 'LATE', 'MATCH', 'seen', NULL, '${ID.deposit}', 5, '${ID.unknown}', 'somebody', now())`,
    found: [
      `resolution of an exception has its journal | exception ${ID.declined} | MATCH posted nothing`,
      `reversed amount is the sum of its reversals | transaction ${ID.deposit} | reversed 0, reversals 5`,
    ],
  },
  {
    title: 'an archived RRN was posted again',
    sql: `INSERT INTO spent_rrns VALUES ('FI001', 'P1', '6', '202501')`,
    found: ['archived RRN was not posted again | RRN 6 | archived with 202501 and posted again'],
  },
  {
    title: 'a balance at the last cut was changed on both sides of the account alone',
    sql: `INSERT INTO account_month_balances VALUES ('FI001', 'C', 'B', 'USD', '202501', 5);
          UPDATE accounts SET balance_minor = balance_minor + 5 WHERE account_id = 'B'`,
    found: ['balances at the last cut sum to zero | month balances | USD sum to 5'],
  },
  {
    title: 'a delta was lost',
    sql: `DELETE FROM general_ledger_deltas WHERE account = 'clearing:checks'`,
    found: [
      'general ledger is the sum of its entries | general-ledger account clearing:checks | USD totals and deltas 0, entries -5000',
    ],
  },
  {
    title: 'a total stands without entries',
    sql: `INSERT INTO general_ledger_totals VALUES ('FI001', 'suspense', 'USD', 3)`,
    found: [
      'general ledger is the sum of its entries | general-ledger account suspense | USD totals and deltas 3, entries 0',
    ],
  },
  {
    title: 'a decline was recorded as an approval',
    sql: `UPDATE transactions SET response_code = '000', response = replace(response, '"110"', '"000"') WHERE rrn = '6'`,
    found: [
      `approved transaction has its journal | transaction ${ID.declined} | CASHWITHDRAWAL was approved but posted nothing`,
    ],
  },
  {
    title: 'a reversal before its original lost its tombstone',
    sql: 'DELETE FROM reversal_tombstones',
    found: [
      `approved transaction has its journal | transaction ${ID.early} | CASHWITHDRAWALREVERSAL was approved but posted nothing`,
    ],
  },
  {
    title: 'an approval was recorded as a decline',
    sql: `UPDATE transactions SET response_code = '110', response = replace(response, '"000"', '"110"') WHERE rrn = '3'`,
    found: [
      `declined transaction has no journal | transaction ${ID.deposit} | CHECKDEPOSIT was declined with 110 but posted`,
    ],
  },
  {
    title: 'a transaction is missing',
    sql: `DELETE FROM transactions WHERE rrn = '3'`,
    found: [`journal has its transaction | journal ${ID.deposit} | CHECKDEPOSIT without a transaction of its type`],
  },
  {
    title: 'a transaction has another amount than its journal',
    sql: `UPDATE transactions SET amount_minor = 5001 WHERE rrn = '3'`,
    found: [
      `journal moves the amount of its transaction | transaction ${ID.deposit} | account A should move by 5001 USD but moved by 5000`,
    ],
  },
  {
    title: 'a transfer names another beneficiary than its journal',
    sql: `UPDATE transactions SET beneficiary_account_id = 'Y' WHERE rrn = '4'`,
    found: [
      `journal moves the amount of its transaction | transaction ${ID.transfer} | account Y should move by 700 USD but moved by 0`,
    ],
  },
  {
    title: 'a deposit debited instead of crediting',
    sql: `UPDATE journals SET amounts_minor = '{-5000,5000}' WHERE journal_id = '${ID.deposit}';
          UPDATE accounts SET balance_minor = balance_minor - 10000 WHERE account_id = 'A';
          UPDATE general_ledger_deltas SET amount_minor = 5000 WHERE account = 'clearing:checks'`,
    found: [
      `journal moves the amount of its transaction | transaction ${ID.deposit} | account A should move by 5000 USD but moved by -5000`,
    ],
  },
  {
    title: 'a reversal was not counted on its original',
    sql: `UPDATE transactions SET reversed_minor = 0 WHERE rrn = '1'`,
    found: [`reversed amount is the sum of its reversals | transaction ${ID.withdrawal} | reversed 0, reversals 500`],
  },
  {
    title: 'a reversal points to nothing',
    sql: `UPDATE transactions SET original_id = '${ID.unknown}' WHERE rrn = '2'; UPDATE transactions SET reversed_minor = 0 WHERE rrn = '1'`,
    found: [
      `reversed amount is the sum of its reversals | transaction ${ID.unknown} | was reversed but does not exist`,
    ],
  },
  {
    title: 'an inquiry was given the authorization id of a transaction',
    sql: `UPDATE inquiries SET auth_id = 'AAAAA1'`,
    found: ['authorization id is unique in its business date | authorization AAAAA1 | given 2 times on 20260102'],
  },
  {
    title: 'the same authorization id on another day is another one',
    sql: `UPDATE inquiries SET auth_id = 'AAAAA1', business_date = '20260103'`,
    found: [],
  },
  {
    title: 'an order was recorded in a day that had been closed by then',
    sql: `INSERT INTO closed_days VALUES ('FI001', '20260102', now() + interval '1 hour', (SELECT insert_xid + 1 FROM journals LIMIT 1));
          UPDATE journals SET insert_xid = insert_xid + 1 WHERE journal_id = '${ID.transfer}'`,
    found: [`closed day takes nothing | posting ${ID.transfer} | recorded in 20260102 after that day was closed`],
  },
  {
    title: 'both tables show that it was: it is named once; a declined order moves nothing',
    sql: `INSERT INTO closed_days VALUES ('FI001', '20260102', now() + interval '1 hour', (SELECT insert_xid + 1 FROM journals LIMIT 1));
          UPDATE journals SET insert_xid = insert_xid + 1 WHERE journal_id = '${ID.transfer}';
          UPDATE transactions SET insert_xid = insert_xid + 1 WHERE transaction_id IN ('${ID.transfer}', '${ID.declined}')`,
    found: [`closed day takes nothing | posting ${ID.transfer} | recorded in 20260102 after that day was closed`],
  },
  {
    title: 'an order at another core was recorded in a closed day, which its time tells where transaction ids do not',
    sql: `INSERT INTO closed_days VALUES ('FI001', '20260102', now() + interval '1 hour', NULL);
          UPDATE transactions SET recorded_at = now() + interval '2 hours' WHERE transaction_id = '${ID.early}'`,
    found: [`closed day takes nothing | posting ${ID.early} | recorded in 20260102 after that day was closed`],
  },
  {
    title: 'a stored reply says something else than the record',
    sql: `UPDATE transactions SET response = replace(response, '"000"', '"110"') WHERE rrn = '1'`,
    found: [`stored reply says what the record says | transaction ${ID.withdrawal} | recorded 000, replied 110`],
  },
  {
    title: 'a stored reply is not JSON',
    sql: `UPDATE transactions SET response = 'oops' WHERE rrn = '1'`,
    found: [
      `stored reply says what the record says | transaction ${ID.withdrawal} | recorded 000, replied nothing readable`,
    ],
  },
]
