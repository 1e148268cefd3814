// Requests with several faults: the first one in the contract's order decides. Institution (912, 115), terminal (940,
// 120), card (111, 118, 101, 125, 104, 208, 209), account (114, 182, 183, 190), biller (184, 185), capability (119),
// currency (181), amount and fee (180, 113), rules (100, 102), limits (121, 123), funds (110).

import {
  billPayment,
  cardless,
  type Particulars,
  transfer,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import { type CodeRow, cardlessly, debit, paying, type Step, transferring, undebit } from './code-steps.ts'

const WRONG_DIGIT = '4000000000000011'
const UNKNOWN_CARD = '4000000000000093'
const UNKNOWN = '1999999999'
const FROZEN = '1000000182'
const CLOSED = '1000000183'
const INQUIRY_ONLY = '1000000005'
const POOR = '1000000004'
const NOBODY = { institutionId: 'BILLER77', bin: '510000' }
const RETIRED = { institutionId: 'BILLER09', bin: '510009' }

function row(title: string, step: Step): CodeRow {
  return { title, course: [step] }
}

/** A reversal with the terminal and card of its original. */
function reversalOf(accountId: string, other: Particulars) {
  const original = withdrawal(accountId, 20, other)
  const { deviceInfo, paymentInstrument } = original
  return { ...withdrawalReversal(original), deviceInfo, paymentInstrument }
}

export const PRECEDENCE_ROWS: readonly CodeRow[] = [
  row(
    '912 before 940, 111 and 114',
    debit(withdrawal(UNKNOWN, 12, { institutionId: 'FI003', terminalId: 'NONE', pan: WRONG_DIGIT }), '912'),
  ),
  row(
    '115 before 940 and 114',
    cardlessly(cardless(UNKNOWN, 12, { institutionId: 'FI002', terminalId: 'NONE' }), '115'),
  ),
  row('940 before 111 and 114', debit(withdrawal(UNKNOWN, 12, { terminalId: 'NONE', pan: WRONG_DIGIT }), '940')),
  row(
    '120 before 104',
    debit(withdrawal('1000000008', 12, { terminalId: 'ATM00009', pan: '4000000000000044' }), '120'),
  ),
  row('111 before 114', debit(withdrawal(UNKNOWN, 20, { pan: WRONG_DIGIT }), '111')),
  row('118 before 114', debit(withdrawal(UNKNOWN, 20, { pan: UNKNOWN_CARD }), '118')),
  row('101 before 114', debit(withdrawal('1000000001', 20, { pan: '4000000000000051' }), '101')),
  row('125 before 114', debit(withdrawal('1000000001', 20, { pan: '4000000000000085' }), '125')),
  row('104 before 114', debit(withdrawal('1000000001', 20, { pan: '4000000000000044' }), '104')),
  row('208 before 114', debit(withdrawal('1000000001', 20, { pan: '4000000000000069' }), '208')),
  row('209 before 114', debit(withdrawal('1000000001', 20, { pan: '4000000000000077' }), '209')),
  row('940 before 111, on a reversal', undebit(reversalOf(UNKNOWN, { terminalId: 'NONE', pan: WRONG_DIGIT }), '940')),
  row('111 before 114, on a reversal', undebit(reversalOf(UNKNOWN, { pan: WRONG_DIGIT }), '111')),
  row('118 before 114, on a reversal', undebit(reversalOf(UNKNOWN, { pan: UNKNOWN_CARD }), '118')),
  row('114 before 182, on a reversal', undebit(reversalOf(CLOSED, { pan: '4000000000000010' }), '114')),
  row('114 before 182', debit(withdrawal(FROZEN, 20, { pan: '4000000000000010' }), '114')),
  row('114 of the destination before 182 of the source', transferring(transfer(FROZEN, UNKNOWN, 20), '114')),
  row('182 before 183', transferring(transfer(FROZEN, CLOSED, 20), '182')),
  row('182 before 190', transferring(transfer(FROZEN, FROZEN, 20), '182')),
  row('183 before 119', transferring(transfer(INQUIRY_ONLY, CLOSED, 20), '183')),
  row('190 before 119', transferring(transfer(INQUIRY_ONLY, INQUIRY_ONLY, 20), '190')),
  row('182 before 184', paying(billPayment(FROZEN, 20, NOBODY), '182')),
  row('184 before 119', { ...paying(billPayment(INQUIRY_ONLY, 20, NOBODY), '184'), status: 404 }),
  row('185 before 119', paying(billPayment(INQUIRY_ONLY, 20, RETIRED), '185')),
  row('182 before 181', debit(withdrawal(FROZEN, 20, { currencyCode: 'EUR' }), '182')),
  row('119 before 181', debit(withdrawal(INQUIRY_ONLY, 20, { currencyCode: 'EUR' }), '119')),
  row('181 before 180', debit(withdrawal('1000000001', 12, { currencyCode: 'EUR' }), '181')),
  row('180 before 113', debit(withdrawal('1000000001', 23.01, { accessFee: 11.01 }), '180')),
  row('180 before 100', debit(withdrawal('9000000100', 12), '180')),
  row('113 before 102', debit(withdrawal('9000000102', 31, { accessFee: 11 }), '113')),
  row('113 before 121', debit(withdrawal('1000000001', 5016, { accessFee: 11 }), '113')),
  row('100 before 121', debit(withdrawal('9000000100', 5005), '100')),
  row('102 before 121', debit(withdrawal('9000000102', 5005), '102')),
  row('121 before 110', debit(withdrawal(POOR, 5005), '121')),
  {
    title: '121 before 123',
    course: [
      ...Array.from({ length: 20 }, () => debit(withdrawal('1000000001', 5))),
      debit(withdrawal('1000000001', 5005), '121'),
    ],
    moves: { '1000000001': -100 },
  },
  {
    title: '123 before 110',
    course: [
      ...Array.from({ length: 20 }, () => debit(withdrawal('1000000008', 5))),
      debit(withdrawal('1000000008', 5), '123'),
    ],
    moves: { '1000000008': -100 },
  },
]
