// The response codes of the contract, each reached with the sandbox's data. A row is a sequence of requests on a
// freshly reset sandbox; its last answer has the code, and `moves` lists all balance changes by then.

import { IVR, newRrn } from '../support/accounts/account-services.ts'
import {
  billPayment,
  cardless,
  cashDeposit,
  checkDeposit,
  depositReversal,
  inquiry,
  lookup,
  transfer,
  transferReversal,
  withdrawal,
  withdrawalReversal,
} from '../support/accounts/sandbox-requests.ts'
import {
  asking,
  authId,
  BLOCKED_CARD,
  type CodeRow,
  cardlessly,
  credit,
  DEPOSIT,
  debit,
  FIRST,
  HUGE,
  LATE,
  LOST,
  looking,
  one,
  paying,
  THE_CARD,
  TO_SAVINGS,
  TOO_LATE,
  TOO_MUCH,
  TOO_POOR,
  TWICE,
  transferring,
  UNKNOWN_CARD,
  uncredit,
  undebit,
  untransfer,
  WITH_BLOCKED_CARD,
  WRONG_DIGIT,
  withCard,
} from './code-steps.ts'

export const CODE_ROWS: readonly CodeRow[] = [
  // ---- approved
  one('a withdrawal', debit(FIRST), { '1000000001': -100 }),
  one(
    'a withdrawal with the card and a fee',
    debit(withdrawal('1000000001', 102.5, { pan: THE_CARD, accessFee: 2.5 })),
    {
      '1000000001': -102.5,
    },
  ),
  one('a deposit', credit(DEPOSIT), { '1000000004': 200 }),
  one('a transfer', transferring(TO_SAVINGS), { '1000000001': -250, '1000000002': 250 }),
  one('a bill', paying(billPayment('1000000001', 84.12)), { '1000000001': -84.12 }),
  one('a cardless withdrawal', cardlessly(cardless('1000000001', 60)), { '1000000001': -60 }),
  one('yen', debit(withdrawal('1000000006', 10000, { currencyCode: 'JPY' })), { '1000000006': -10000 }),
  one('dinars', debit(withdrawal('1000000007', 10.125, { currencyCode: 'KWD' })), { '1000000007': -10.125 }),
  one('a lookup', looking(lookup(THE_CARD))),
  {
    title: 'the whole withdrawal taken back, named by authId',
    course: [debit(FIRST), undebit((before) => withdrawalReversal(FIRST, { authId: authId(before) }))],
  },
  {
    title: 'the whole withdrawal taken back, named by RRN',
    course: [debit(FIRST), undebit(withdrawalReversal(FIRST, { originalRrn: FIRST.transaction.rrn }))],
  },
  {
    title: 'the whole withdrawal taken back, not named at all',
    course: [debit(FIRST), undebit(withdrawalReversal(FIRST))],
  },
  {
    title: 'a deposit taken back',
    course: [credit(DEPOSIT), uncredit((before) => depositReversal(DEPOSIT, { authId: authId(before) }))],
  },
  {
    title: 'a transfer taken back',
    course: [
      transferring(TO_SAVINGS),
      untransfer((before) => transferReversal(TO_SAVINGS, { authId: authId(before) })),
    ],
  },
  // ---- rules
  one('a rule that says no', debit(withdrawal('9000000100', 20), '100')),
  one('a rule that suspects fraud', debit(withdrawal('9000000102', 20), '102')),
  one('a rule that suspects fraud in a transfer', transferring(transfer('1000000001', '9000000102', 20), '102')),
  // ---- cards
  one('an expired card', debit(withdrawal('1000000008', 20, { pan: '4000000000000051' }), '101')),
  one('a blocked card', debit(withdrawal('1000000008', 20, { pan: '4000000000000044' }), '104')),
  one('a card that is not yet active', debit(withdrawal('1000000008', 20, { pan: '4000000000000085' }), '125')),
  one('a lost card', debit(withdrawal('1000000008', 20, { pan: '4000000000000069' }), '208')),
  one('a stolen card', debit(withdrawal('1000000008', 20, { pan: '4000000000000077' }), '209')),
  one('a stolen card on lookup', looking(lookup('4000000000000077'), '209')),
  one('a wrong check digit', debit(withdrawal('1000000001', 20, { pan: '4000000000000011' }), '111')),
  one('a card number that is too short', looking(lookup('40000000002'), '111')),
  one('a card number of four digits', looking(lookup('4002'), '111')),
  one('a card number of 25 digits', debit(withdrawal('1000000001', 20, { pan: '4'.repeat(25) }), '111')),
  one(
    'a wrong check digit on the reversal of a withdrawal',
    undebit(withCard(withdrawalReversal(FIRST), WRONG_DIGIT), '111'),
  ),
  one(
    'a wrong check digit on the reversal of a deposit',
    uncredit(withCard(depositReversal(DEPOSIT), WRONG_DIGIT), '111'),
  ),
  one(
    'a wrong check digit on the reversal of a transfer',
    untransfer(withCard(transferReversal(TO_SAVINGS), WRONG_DIGIT), '111'),
  ),
  one('an unknown card, on a reversal', undebit(withCard(withdrawalReversal(FIRST), UNKNOWN_CARD), '118')),
  one('an unknown card', looking(lookup(UNKNOWN_CARD), '118')),
  one("another institution's card", looking(lookup('4000010000000019'), '118')),
  // ---- funds
  one('too little for a withdrawal', debit(TOO_POOR, '110')),
  one('too little for a transfer', transferring(transfer('1000000004', '1000000001', 40.01), '110')),
  one('too little for a bill', paying(billPayment('1000000004', 40.01), '110')),
  one('too little for a cardless withdrawal', cardlessly(cardless('1000000004', 45), '110')),
  {
    title: 'too little left to take a deposit back',
    course: [credit(DEPOSIT), debit(withdrawal('1000000004', 100)), uncredit(depositReversal(DEPOSIT), '110')],
    moves: { '1000000004': 100 },
  },
  {
    title: 'too little left to take a transfer back',
    course: [
      transferring(transfer('1000000001', '1000000004', 30)),
      debit(withdrawal('1000000004', 50)),
      untransfer(transferReversal(transfer('1000000001', '1000000004', 30)), '110'),
    ],
    moves: { '1000000001': -30, '1000000004': -20 },
  },
  // ---- fee, account, service, terminal
  one('far too little for a bill', paying(billPayment('1000000001', HUGE), '110')),
  one('a fee above the cap', debit(withdrawal('1000000001', 30.01, { accessFee: 10.01 }), '113')),
  one('an unknown account', debit(withdrawal('1999999999', 20), '114')),
  one('an account of another institution', debit(withdrawal('2000000001', 20), '114')),
  one('an account of another card', debit(withdrawal('1000000004', 20, { pan: THE_CARD }), '114')),
  one('an account of another card, on a reversal', uncredit(withCard(depositReversal(DEPOSIT), THE_CARD), '114')),
  one('an unknown destination', transferring(transfer('1000000001', '1999999999', 20), '114')),
  one('an unknown account on inquiry', asking(inquiry('1999999999'), '114')),
  one(
    'a service that the institution does not offer',
    cardlessly(cardless('2000000001', 20, { institutionId: 'FI002', terminalId: 'ATM00101' }), '115'),
  ),
  one('a withdrawal from an account for inquiries only', debit(withdrawal('1000000005', 20), '119')),
  one('a transfer out of a loan', transferring(transfer('1000000003', '1000000001', 20), '119')),
  one('an inactive terminal', debit(withdrawal('1000000001', 20, { terminalId: 'ATM00009' }), '120')),
  one('a telephone that hands out cash', debit(withdrawal('1000000001', 20, { terminalId: 'IVR00001' }), '120')),
  one('an unknown terminal', debit(withdrawal('1000000001', 20, { terminalId: 'ATM99999' }), '940')),
  one('a terminal of another institution', debit(withdrawal('1000000001', 20, { terminalId: 'ATM00101' }), '940')),
  // ---- limits
  one('more than a withdrawal may be', debit(withdrawal('1000000002', 5005), '121')),
  one('far more than a withdrawal may be', debit(TOO_MUCH, '121')),
  {
    title: 'more than a day may bring',
    course: [
      debit(withdrawal('1000000002', 5000)),
      debit(withdrawal('1000000002', 4995)),
      debit(withdrawal('1000000002', 10), '121'),
    ],
    moves: { '1000000002': -9995 },
  },
  {
    title: 'more than a day may bring to one card, over two accounts',
    course: [
      debit(withdrawal('1000000002', 5000, { pan: THE_CARD })),
      debit(withdrawal('1000000002', 4000, { pan: THE_CARD })),
      debit(withdrawal('1000000001', 1005, { pan: THE_CARD }), '121'),
    ],
    moves: { '1000000002': -9000 },
  },
  {
    title: 'the twenty-first withdrawal of a day',
    course: [
      ...Array.from({ length: 20 }, () => debit(withdrawal('1000000008', 5))),
      debit(withdrawal('1000000008', 5), '123'),
    ],
    moves: { '1000000008': -100 },
  },
  // ---- amounts and currency
  one('what the notes cannot make up', debit(withdrawal('1000000001', 12), '180')),
  one('more than a balance can be told exactly', credit(cashDeposit('1000000001', HUGE), '180')),
  one('more than that, with a decimal', credit(cashDeposit('1000000001', 12_345_678_901_234.5), '180')),
  one('more than that, in checks', credit(checkDeposit('1000000001', HUGE, '0'), '180')),
  one('a loan payment above the debt', transferring(transfer('1000000002', '1000000003', 7450.01), '180')),
  one("a currency that is not the account's", debit(withdrawal('1000000001', 20, { currencyCode: 'EUR' }), '181')),
  one(
    'a transfer between two currencies',
    transferring(transfer('1000000006', '1000000007', 20, { currencyCode: 'JPY' }), '181'),
  ),
  // ---- accounts by status
  one('a frozen account', debit(withdrawal('1000000182', 20), '182')),
  one('a closed account', debit(withdrawal('1000000183', 20), '182')),
  one('a closed destination', transferring(transfer('1000000001', '1000000183', 20), '183')),
  one('a deposit into a frozen account', credit(cashDeposit('1000000182', 20), '183')),
  one('a transfer to itself', transferring(transfer('1000000001', '1000000001', 20), '190')),
  // ---- billers
  one('an unregistered biller', {
    ...paying(billPayment('1000000001', 20, { institutionId: 'BILLER77', bin: '510000' }), '184'),
    status: 404,
  }),
  one(
    'a biller that is inactive',
    paying(billPayment('1000000001', 20, { institutionId: 'BILLER09', bin: '510009' }), '185'),
  ),
  one(
    "a BIN that is another biller's",
    paying(billPayment('1000000001', 20, { institutionId: 'BILLER01', bin: '510001' }), '185'),
  ),
  // ---- reversals
  {
    title: 'a reversal after the window',
    course: [
      debit(FIRST),
      { advanceDays: 2 },
      undebit((before) => withdrawalReversal(FIRST, { authId: authId(before) }), '188'),
    ],
    moves: { '1000000001': -100 },
  },
  {
    title: 'a second reversal under another RRN',
    course: [
      debit(FIRST),
      undebit((before) => withdrawalReversal(FIRST, { authId: authId(before) })),
      undebit((before) => withdrawalReversal(FIRST, { authId: authId(before) }), '480'),
    ],
  },
  {
    title: 'a reversal of more than is left',
    course: [
      debit(FIRST),
      undebit((before) => withdrawalReversal(FIRST, { authId: authId(before), amount: 60 })),
      undebit((before) => withdrawalReversal(FIRST, { authId: authId(before), amount: 45 }), '483'),
    ],
    moves: { '1000000001': -40 },
  },
  one(
    'a reversal of more than a withdrawal to come',
    undebit(withdrawalReversal(LATE, { originalRrn: newRrn(), amount: 40.01 }), '483'),
  ),
  one(
    'a reversal of more than a deposit to come',
    uncredit(depositReversal(DEPOSIT, { originalRrn: newRrn(), amount: 200.01 }), '483'),
  ),
  one(
    'a reversal of more than a transfer to come',
    untransfer(transferReversal(TO_SAVINGS, { originalRrn: newRrn(), amount: 1000 }), '483'),
  ),
  {
    title: 'an original that comes after more than itself was to be reversed',
    course: [undebit(withdrawalReversal(LATE, { originalRrn: LATE.transaction.rrn, amount: 100 }), '483'), debit(LATE)],
    moves: { '1000000001': -40 },
  },
  {
    title: 'a reversal for a card blocked since, at a terminal out of service',
    course: [
      debit(WITH_BLOCKED_CARD),
      undebit({
        ...withCard(withdrawalReversal(WITH_BLOCKED_CARD), BLOCKED_CARD),
        deviceInfo: { terminalId: 'ATM00009' },
      }),
    ],
  },
  {
    title: 'a reversal of a fortune that was declined',
    course: [
      debit(TOO_MUCH, '121'),
      undebit(withdrawalReversal(TOO_MUCH, { originalRrn: TOO_MUCH.transaction.rrn }), '484'),
    ],
  },
  {
    title: 'a reversal of what was declined',
    course: [
      debit(TOO_POOR, '110'),
      undebit(withdrawalReversal(TOO_POOR, { originalRrn: TOO_POOR.transaction.rrn }), '484'),
    ],
  },
  {
    title: 'an original that comes after its reversal',
    course: [undebit(withdrawalReversal(LATE, { originalRrn: LATE.transaction.rrn })), debit(LATE, '485')],
  },
  one('a reversal of nothing', undebit(withdrawalReversal(FIRST), '914')),
  one('a reversal by an unknown authId', undebit(withdrawalReversal(FIRST, { authId: 'ZZZZZZ' }), '914')),
  {
    title: 'a reversal of a reversal',
    course: [
      debit(FIRST),
      undebit((before) => withdrawalReversal(FIRST, { authId: authId(before) })),
      undebit((before) => withdrawalReversal(FIRST, { authId: before[1]?.body.status?.authId }), '914'),
    ],
  },
  {
    title: "a reversal under another account's name",
    course: [
      debit(FIRST),
      undebit((before) => withdrawalReversal(withdrawal('1000000002', 100), { authId: authId(before) }), '914'),
    ],
    moves: { '1000000001': -100 },
  },
  // ---- the message
  one('a type of another endpoint', {
    ...debit({ ...FIRST, transaction: { ...TO_SAVINGS.transaction } }, '902'),
    status: 400,
  }),
  one('a missing field', { ...debit({ ...FIRST, amount: { amount: 20 } }, '904'), status: 400 }),
  {
    title: 'the same RRN with another amount',
    course: [debit(TWICE), debit({ ...TWICE, amount: { amount: 25, currencyCode: 'USD' } }, '913')],
    moves: { '1000000001': -20 },
  },
  {
    title: 'the same RRN and the same content',
    course: [debit(TWICE), { ...debit(TWICE), replay: true }],
    moves: { '1000000001': -20 },
  },
  // ---- the other side
  one('the day being closed', { ...debit(withdrawal('9000000906', 20), '906'), status: 503 }),
  one('a core that is down', { ...debit(withdrawal('9000000503', 20), '907'), status: 503 }),
  one('a core that is down, as destination', {
    ...transferring(transfer('1000000001', '9000000503', 20), '907'),
    status: 503,
  }),
  one('a core that fails', { ...debit(withdrawal('9000000500', 20), '909'), status: 500 }),
  one('a core that fails, as destination', {
    ...transferring(transfer('1000000001', '9000000500', 20), '909'),
    status: 500,
  }),
  one('an answer too late', { ...debit(TOO_LATE, '911'), status: 504 }, { '9000000504': -20 }),
  {
    title: 'the same RRN after an answer too late: the stored approval',
    course: [
      { ...debit(TOO_LATE, '911'), status: 504 },
      { ...debit(TOO_LATE), replay: true },
    ],
    moves: { '9000000504': -20 },
  },
  {
    title: 'a request lost on its way: nothing posted',
    course: [{ ...debit(LOST, '911'), status: 504 }],
  },
  {
    title: 'the same RRN after a request lost on its way: posted then',
    course: [
      { ...debit(LOST, '911'), status: 504 },
      { ...debit(LOST), replay: false },
    ],
    moves: { '9000000505': -20 },
  },
  one(
    'a suspended institution',
    debit(withdrawal('3000000001', 20, { institutionId: 'FI003', terminalId: 'ATM00201' }), '912'),
  ),
  // ---- who may do what
  one('an operation the partner was not granted', {
    ...debit(withdrawal('1000000001', 20), '950'),
    status: 403,
    as: IVR,
  }),
  one('an institution the partner is not linked to', {
    ...asking(inquiry('2000000001', { institutionId: 'FI002', terminalId: 'ATM00101' }), '950'),
    status: 403,
    as: IVR,
  }),
  one('an institution that does not exist', {
    ...asking(inquiry('1000000001', { institutionId: 'FI999' }), '950'),
    status: 403,
  }),
  one("a partner that is not the client's", {
    ...debit(withdrawal('1000000001', 20), '950'),
    status: 403,
    as: { clientId: 'sandbox-atm', clientSecret: 'sandbox-atm-secret', partnerId: 'PARTNER02' },
  }),
  one(
    'a check deposit raises the balance at once',
    credit(checkDeposit('1000000001', 150, '150.00', { rrn: newRrn() })),
    {
      '1000000001': 150,
    },
  ),
]
