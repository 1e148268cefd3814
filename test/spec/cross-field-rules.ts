// Rules across fields, one row each: what is rejected with 400, and the fields that the error names.

const FULL_PROFILE = {
  language: 'ENG',
  fastCashAmount: '060',
  fastCashReceipt: '2',
  withdrawalReceipt: '1',
  otherReceipt: '3',
  receiptBalance: '1',
  account: 'CHK',
}
const PROFILE_FIELDS = Object.keys(FULL_PROFILE).map((name) => `profileData.${name}`)
const CHECK_150 = { totAmount: '150.00', totDerivedAmount: '0', checkDetails: [{ amount: '150.00', checkNumber: '1' }] }

export type CrossFieldRule = readonly [
  title: string,
  operationId: string,
  variant: string,
  /** Changes to a valid request. */
  changes: Readonly<Record<string, unknown>>,
  /** The fields that the error names. */
  named: readonly string[],
]

export const CROSS_FIELD_RULES: readonly CrossFieldRule[] = [
  ['both preference modes', 'AddPreferences', 'a full profile', { 'profileData.neverAsk': true }, ['profileData']],
  [
    'never ask that is false',
    'AddPreferences',
    'never ask',
    { 'profileData.neverAsk': false },
    ['profileData.neverAsk'],
  ],
  ['never ask that is null', 'AddPreferences', 'never ask', { 'profileData.neverAsk': null }, ['profileData.neverAsk']],
  ['never ask as text', 'AddPreferences', 'never ask', { 'profileData.neverAsk': 'true' }, ['profileData.neverAsk']],
  ['a profile that is missing', 'AddPreferences', 'never ask', { profileData: undefined }, ['profileData']],
  ['an empty profile', 'AddPreferences', 'never ask', { profileData: {} }, PROFILE_FIELDS],
  [
    'both modes, one of them false',
    'AddPreferences',
    'never ask',
    { profileData: { ...FULL_PROFILE, neverAsk: false } },
    ['profileData'],
  ],
  ['neither card nor customer', 'AccountLookup', 'without a card', { customer: undefined }, ['card.pan']],
  ['a fee above the amount', 'Debits', 'CASHWITHDRAWAL', { 'amount.accessFee': 20.01 }, ['amount.accessFee']],
  ['cash that is not amount less fee', 'Debits', 'CASHWITHDRAWAL', { 'cash.amount': 19 }, ['cash.amount']],
  [
    'cash that forgets the fee',
    'Debits',
    'CASHWITHDRAWAL',
    { 'amount.accessFee': 2, 'cash.amount': 20 },
    ['cash.amount'],
  ],
  [
    'a fee above the amount',
    'CardlessWithdrawal',
    'CARDLESSWITHDRAWAL',
    { 'amount.accessFee': 21 },
    ['amount.accessFee'],
  ],
  ['cash that is not the amount', 'CardlessWithdrawal', 'CARDLESSWITHDRAWAL', { 'cash.amount': 25 }, ['cash.amount']],
  ['cash that is not the deposit', 'Credits', 'CASHDEPOSIT', { 'cash.amount': 25 }, ['amount.amount', 'cash.amount']],
  [
    'checks that are not the deposit',
    'Credits',
    'CHECKDEPOSIT',
    { 'amount.amount': 151 },
    ['amount.amount', 'check.totAmount'],
  ],
  [
    'checks that do not add up',
    'Credits',
    'CHECKDEPOSIT',
    { 'check.checkDetails[0].amount': '149.99' },
    ['check.totAmount'],
  ],
  [
    'more available than deposited',
    'Credits',
    'CHECKDEPOSIT',
    { 'check.totDerivedAmount': '150.01' },
    ['check.totDerivedAmount'],
  ],
  [
    'cash and checks that are not the deposit',
    'Credits',
    'CASHCHECKDEPOSIT',
    { 'amount.amount': 171 },
    ['amount.amount', 'cash.amount', 'check.totAmount'],
  ],
  [
    'a cash deposit without cash but with checks',
    'Credits',
    'CASHDEPOSIT',
    { cash: undefined, check: CHECK_150, 'amount.amount': 150 },
    ['cash.amount', 'check'],
  ],
  [
    'a beneficiary of another institution',
    'Transfers',
    'TRANSFER',
    { 'beneficiary.institutionId': 'FI002' },
    ['beneficiary.institutionId'],
  ],
  [
    'a beneficiary of another institution',
    'TransfersReverse',
    'TRANSFERREVERSAL',
    { 'beneficiary.institutionId': 'FI002' },
    ['beneficiary.institutionId'],
  ],
  ...(
    [
      ['DebitsReverse', 'CASHWITHDRAWALREVERSAL'],
      ['CreditsReverse', 'CHECKDEPOSITREVERSAL'],
      ['TransfersReverse', 'TRANSFERREVERSAL'],
    ] as const
  ).map(
    ([operationId, type]): CrossFieldRule => [
      'a reversal that names itself',
      operationId,
      type,
      { 'transaction.rrn': '260115000077', 'reverseInfo.originalRrn': '260115000077' },
      ['reverseInfo.originalRrn'],
    ],
  ),
  [
    'an amount reversed that the currency cannot have',
    'DebitsReverse',
    'CASHWITHDRAWALREVERSAL',
    { 'reverseInfo.amount': 10.005 },
    ['reverseInfo.amount'],
  ],
]
