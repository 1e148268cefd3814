// Ways to break the books of terminals' cash, and what `verify` says to each.

import { type Breakage, ID } from './breakages.fixture.ts'

export const CASH_BREAKAGES: readonly Breakage[] = [
  {
    title: 'a load and a count of cash posted nothing',
    sql: `INSERT INTO cash_movements (institution_id, movement_id, terminal_id, kind, currency, amount_minor, reference, at, expected_minor,
                                      is_posted, business_date, recorded_at, recorded_by)
          VALUES ('FI001', '${ID.unknown}', 'ATM1', 'LOAD', 'USD', 500, 'R1', now(), 0, true, '20260102', now(), 'somebody'),
                 ('FI001', '${ID.declined}', 'ATM1', 'COUNT', 'USD', 480, 'R2', now(), 500, true, '20260102', now(), 'somebody')`,
    found: [
      `movement of cash has its journal | movement of cash ${ID.unknown} | LOAD of 500 brought 0 against 0`,
      `movement of cash has its journal | movement of cash ${ID.declined} | COUNT of 480 brought 0 against 0`,
      `difference of a count is an exception | count of cash ${ID.declined} | counted -20 beyond what was expected, exception of 0, settled 0`,
    ],
  },
  {
    title: 'the records of cash are missing',
    sql: `UPDATE journals SET kind = 'CASH_LOAD' WHERE journal_id = '${ID.openingB}';
          UPDATE journals SET kind = 'CASH_WRITE_OFF' WHERE journal_id = '${ID.openingA}'`,
    found: [
      `journal of cash has its movement | journal ${ID.openingB} | CASH_LOAD without a movement of cash`,
      `journal of a write-off of cash has its difference | journal ${ID.openingA} | CASH_WRITE_OFF without a difference of cash`,
    ],
  },
  {
    title: 'a difference of cash is of no count, and was written off without a journal',
    sql: `INSERT INTO cash_differences (institution_id, movement_id, terminal_id, currency, difference_minor, recorded_at, action, reason,
                                        resolved_by, resolved_at, journal_id)
          VALUES ('FI001', '${ID.unknown}', 'ATM1', 'USD', -20, now(), 'WRITE_OFF', 'seen', 'somebody', now(), '${ID.unknown}')`,
    found: [
      `exception of cash is of a count | difference of cash ${ID.unknown} | -20 of no count`,
      `write-off of cash has its journal | difference of cash ${ID.unknown} | written off -20, posted 0`,
    ],
  },
]
