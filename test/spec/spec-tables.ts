// The specification of account services 1.0.5 as tables, transcribed from its text and from the contract pages that
// settle what it leaves open. Nothing here comes from the code: where the two differ, the code is wrong.

/** One form of an operation: a transaction type, or a mode of the preference profile. */
export interface Variant {
  readonly name: string
  /** Required for this variant, besides what the operation always requires. */
  readonly required: readonly string[]
  /** How a valid request of this variant differs from SAMPLE. */
  readonly values: Readonly<Record<string, unknown>>
}

export interface SpecOperation {
  readonly id: string
  readonly path: string
  /** The values of `transaction.type`; empty if the request has no transaction. */
  readonly types: readonly string[]
  readonly required: readonly string[]
  /** Optional, but validated when sent. */
  readonly optional: readonly string[]
  readonly forbidden: readonly string[]
  readonly variants: readonly Variant[]
  /** The members of an approval. */
  readonly reply: readonly string[]
}

const DEVICE = ['deviceInfo.terminalId', 'deviceInfo.terminalLoc', 'deviceInfo.acceptorId']
const REFERENCE = ['transaction.rrn', 'transaction.type']
const TERMINAL_REQUEST = ['head.description', ...REFERENCE, ...DEVICE, 'institution.id']
const ACCOUNT = ['paymentInstrument.account.id']
const AMOUNT = ['amount.amount', 'amount.currencyCode']
const REVERSAL = ['reverseInfo.reasonCode', 'reverseInfo.amount']
const BENEFICIARY = ['beneficiary.institutionId', 'beneficiaryInstrument.account.id']
const CHECKS = [
  'check.totAmount',
  'check.totDerivedAmount',
  'check.checkDetails',
  'check.checkDetails[0].amount',
  'check.checkDetails[0].checkNumber',
]
const PROFILE = [
  'profileData.language',
  'profileData.fastCashAmount',
  'profileData.fastCashReceipt',
  'profileData.withdrawalReceipt',
  'profileData.otherReceipt',
  'profileData.receiptBalance',
  'profileData.account',
]

const FINANCIAL_OPTIONS = ['head.acquirerId', 'transaction.date', 'paymentInstrument.card.pan']
const REVERSAL_OPTIONS = [
  ...FINANCIAL_OPTIONS,
  'head.description',
  ...DEVICE,
  'reverseInfo.authId',
  'reverseInfo.originalRrn',
]

const FINANCIAL_REPLY = ['transaction', 'paymentInstrument', 'institution', 'amount', 'branch', 'balances', 'status']
const REVERSAL_REPLY = ['transaction', 'paymentInstrument', 'institution', 'amount', 'balances', 'status']

function variant(name: string, values: Variant['values'] = {}, required: Variant['required'] = []): Variant {
  return { name, required, values }
}

/** The only variant of an operation with a single transaction type. */
function ofType(type: string): Variant {
  return variant(type, { 'transaction.type': type })
}

/** The thirteen operations with a body; the fourteenth is the health check. */
export const OPERATIONS: readonly SpecOperation[] = [
  {
    id: 'GetPreferences',
    path: '/preferences/retrieve',
    types: [],
    required: ['institution.id', 'card.pan'],
    optional: [],
    forbidden: [],
    variants: [variant('a card')],
    reply: ['status', 'profileStatus', 'profileData'],
  },
  {
    id: 'AddPreferences',
    path: '/preferences',
    types: [],
    required: ['institution.id', 'card.pan', ...DEVICE],
    optional: [],
    forbidden: [],
    variants: [variant('a full profile', {}, PROFILE), variant('never ask', { 'profileData.neverAsk': true })],
    reply: ['status', 'success', 'message'],
  },
  {
    id: 'DeletePreferences',
    path: '/preferences/delete',
    types: [],
    required: ['institution.id', 'card.pan', ...DEVICE],
    optional: [],
    forbidden: [],
    variants: [variant('a card')],
    reply: ['status', 'success', 'message'],
  },
  {
    id: 'AccountLookup',
    path: '/accounts',
    types: ['ACCOUNTLOOKUP'],
    required: [...TERMINAL_REQUEST, 'transaction.date'],
    optional: ['head.acquirerId'],
    forbidden: [],
    variants: [
      variant('with the card', { 'transaction.type': 'ACCOUNTLOOKUP' }, ['card.pan']),
      variant('without a card', { 'transaction.type': 'ACCOUNTLOOKUP', 'customer.id': 'CUST0001' }, []),
    ],
    reply: ['head', 'transaction', 'institution', 'accounts', 'status'],
  },
  {
    id: 'BalanceInquiry',
    path: '/accounts/balance',
    types: ['BALANCEINQUIRY'],
    required: [...TERMINAL_REQUEST, ...ACCOUNT],
    optional: FINANCIAL_OPTIONS,
    forbidden: [],
    variants: [ofType('BALANCEINQUIRY')],
    reply: ['transaction', 'paymentInstrument', 'institution', 'branch', 'balances', 'status'],
  },
  {
    id: 'Debits',
    path: '/transactions/debits',
    types: ['CASHWITHDRAWAL'],
    required: [...TERMINAL_REQUEST, ...ACCOUNT, ...AMOUNT],
    optional: [...FINANCIAL_OPTIONS, 'amount.accessFee', 'cash.amount'],
    forbidden: [],
    variants: [ofType('CASHWITHDRAWAL')],
    reply: FINANCIAL_REPLY,
  },
  {
    id: 'DebitsReverse',
    path: '/transactions/debits/reverse',
    types: ['CASHWITHDRAWALREVERSAL'],
    required: [...REFERENCE, ...ACCOUNT, 'institution.id', ...AMOUNT, ...REVERSAL],
    optional: [...REVERSAL_OPTIONS, 'amount.accessFee'],
    forbidden: [],
    variants: [ofType('CASHWITHDRAWALREVERSAL')],
    reply: REVERSAL_REPLY,
  },
  {
    id: 'Credits',
    path: '/transactions/credits',
    types: ['CASHDEPOSIT', 'CHECKDEPOSIT', 'CASHCHECKDEPOSIT'],
    required: [...TERMINAL_REQUEST, ...ACCOUNT, ...AMOUNT],
    optional: FINANCIAL_OPTIONS,
    forbidden: [],
    variants: [
      variant('CASHDEPOSIT', { 'transaction.type': 'CASHDEPOSIT' }, ['cash.amount']),
      variant('CHECKDEPOSIT', { 'transaction.type': 'CHECKDEPOSIT', 'amount.amount': 150 }, CHECKS),
      variant('CASHCHECKDEPOSIT', { 'transaction.type': 'CASHCHECKDEPOSIT', 'amount.amount': 170 }, [
        'cash.amount',
        ...CHECKS,
      ]),
    ],
    reply: FINANCIAL_REPLY,
  },
  {
    id: 'CreditsReverse',
    path: '/transactions/credits/reverse',
    types: ['CASHDEPOSITREVERSAL', 'CHECKDEPOSITREVERSAL', 'CASHCHECKDEPOSITREVERSAL'],
    required: [...REFERENCE, ...ACCOUNT, 'institution.id', ...AMOUNT, ...REVERSAL],
    optional: REVERSAL_OPTIONS,
    forbidden: [],
    variants: ['CASHDEPOSITREVERSAL', 'CHECKDEPOSITREVERSAL', 'CASHCHECKDEPOSITREVERSAL'].map(ofType),
    reply: REVERSAL_REPLY,
  },
  {
    id: 'Transfers',
    path: '/transactions/transfers',
    types: ['TRANSFER'],
    required: [...TERMINAL_REQUEST, ...ACCOUNT, ...BENEFICIARY, ...AMOUNT],
    optional: FINANCIAL_OPTIONS,
    forbidden: [],
    variants: [ofType('TRANSFER')],
    reply: [...FINANCIAL_REPLY, 'beneficiary', 'beneficiaryInstrument'],
  },
  {
    id: 'TransfersReverse',
    path: '/transactions/transfers/reverse',
    types: ['TRANSFERREVERSAL'],
    required: [...REFERENCE, ...ACCOUNT, ...BENEFICIARY, 'institution.id', 'amount.amount', ...REVERSAL],
    optional: [...REVERSAL_OPTIONS, 'amount.currencyCode'],
    forbidden: [],
    variants: [ofType('TRANSFERREVERSAL')],
    reply: REVERSAL_REPLY,
  },
  {
    id: 'BillPayments',
    path: '/transactions/billpayments',
    types: ['BILLPAYMENT'],
    required: [...TERMINAL_REQUEST, ...ACCOUNT, 'biller.institutionId', 'biller.bin', ...AMOUNT],
    optional: FINANCIAL_OPTIONS,
    forbidden: [],
    variants: [ofType('BILLPAYMENT')],
    reply: [...FINANCIAL_REPLY, 'biller'],
  },
  {
    id: 'CardlessWithdrawal',
    path: '/transactions/cardless',
    types: ['CARDLESSWITHDRAWAL'],
    required: [...TERMINAL_REQUEST, ...ACCOUNT, ...AMOUNT],
    optional: ['head.acquirerId', 'transaction.date', 'amount.accessFee', 'cash.amount'],
    forbidden: ['paymentInstrument.card.pan'],
    variants: [ofType('CARDLESSWITHDRAWAL')],
    reply: FINANCIAL_REPLY,
  },
]

/** A valid value for every field, from the sandbox's data. */
export const SAMPLE: Readonly<Record<string, unknown>> = {
  'head.acquirerId': 'ACQ001',
  'head.description': 'A request of the specification',
  'transaction.rrn': '260115000001',
  'transaction.date': '20260115',
  'deviceInfo.terminalId': 'ATM00001',
  'deviceInfo.terminalLoc': '1 Main Street, Springfield',
  'deviceInfo.acceptorId': 'ACC000000000001',
  'institution.id': 'FI001',
  'card.pan': '4000000000000010',
  'customer.id': 'CUST0001',
  'paymentInstrument.account.id': '1000000001',
  'paymentInstrument.card.pan': '4000000000000010',
  'amount.amount': 20,
  'amount.currencyCode': 'USD',
  'amount.accessFee': 0,
  'cash.amount': 20,
  'check.totAmount': '150.00',
  'check.totDerivedAmount': '100.00',
  'check.checkDetails': [],
  'check.checkDetails[0].amount': '150.00',
  'check.checkDetails[0].checkNumber': '000123',
  'reverseInfo.reasonCode': 'TIMEOUT',
  'reverseInfo.amount': 20,
  'reverseInfo.authId': 'A1B2C3',
  'reverseInfo.originalRrn': '260115000002',
  'beneficiary.institutionId': 'FI001',
  'beneficiaryInstrument.account.id': '1000000002',
  'biller.institutionId': 'BILLER01',
  'biller.bin': '510000',
  'profileData.language': 'ENG',
  'profileData.fastCashAmount': '060',
  'profileData.fastCashReceipt': '2',
  'profileData.withdrawalReceipt': '1',
  'profileData.otherReceipt': '3',
  'profileData.receiptBalance': '1',
  'profileData.account': 'CHK',
}
