import type { Defects } from '../defect.ts'

export const LOANS: Defects = {
  'expired-offer-superseded': {
    breaks: 'an offer that has expired stays expired when another is accepted',
    file: 'src/loans/origination/offers/offers.ts',
    find: "status = 'OPEN' AND expires_at > $4",
    replace: "status = 'OPEN'",
  },
  'loan-closed-a-day-late': {
    breaks: 'the end of a day closes the loans that begin to be closed on it',
    file: 'src/loans/servicing/close-loan-day.ts',
    find: 'close_from <= $3',
    replace: 'close_from < $3',
  },
  'key-of-every-partner': {
    breaks: 'two partners may use the same idempotency key',
    file: 'src/loans/keys/idempotency-keys.ts',
    find: 'FROM lending_keys WHERE partner_id = $1 AND key = $2',
    replace: 'FROM lending_keys WHERE key = $2',
  },
  'all-as-a-part': {
    breaks: 'a repayment of all that is due is not a partial one',
    file: 'src/loans/servicing/commands/repayments/repay.ts',
    find: 'if (order.amountMinor >= positionOn(',
    replace: 'if (order.amountMinor > positionOn(',
  },
  'reversed-fees-capped': {
    breaks: 'fees of a reversed disbursement do not count towards the cap',
    file: 'src/loans/servicing/commands/assess-fee.ts',
    find: " && state === 'COMPLETED' && reversedBy === undefined)",
    replace: " && state === 'COMPLETED')",
  },
  'rate-ends-a-day-early': {
    breaks: 'a rate is in force on its last day',
    file: 'src/loans/products/rates/choose-rate.ts',
    find: 'day <= effectiveTo)',
    replace: 'day < effectiveTo)',
  },
  'catalogue-not-confirmed': {
    breaks: 'a change of the catalogue is answered when every node has read it',
    file: 'src/loans/products/change-catalogue.ts',
    find: 'await database.changes.confirm(LOAN_PRODUCTS_TOPIC)',
    replace: 'database.changes.confirm(LOAN_PRODUCTS_TOPIC).catch(() => {})',
  },
  'newest-charge-first': {
    breaks: 'money settles the oldest charge first',
    file: 'src/loans/engine/events/allocation.ts',
    find: '.sort((a, b) => a.due - b.due)',
    replace: '.sort((a, b) => b.due - a.due)',
  },
}
