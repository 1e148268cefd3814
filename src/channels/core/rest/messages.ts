// The messages between the gateway and a bank's core over HTTP. contract/core.json is made from these schemas, and the
// adapter checks every answer against them. Descriptions are written for the team that implements the core.

import { type Static, type TProperties, Type } from 'typebox'
import { DECLINE } from '../outcome.ts'

/** The largest whole number that a JSON number carries exactly. */
export const MAX_MINOR = Number.MAX_SAFE_INTEGER

const CURRENCY = { pattern: '^[A-Z]{3}$', description: 'ISO 4217 code' }
const DATE_PATTERN = '^[0-9]{8}$'
const ACCOUNT_ID = { minLength: 1, maxLength: 64 }

const minor = (description: string, minimum = 0) => Type.Integer({ minimum, maximum: MAX_MINOR, description })
const signedMinor = (description: string) => minor(description, -MAX_MINOR)

const moneySchema = Type.Object(
  {
    minor: minor('Minor units of the currency: 1250 is 12.50 USD, 1250 JPY, or 1.250 KWD', 1),
    currency: Type.String(CURRENCY),
  },
  { component: 'Money', description: 'An amount in minor units' },
)

export const originSchema = Type.Object(
  {
    partnerId: Type.String({ minLength: 1, maxLength: 64, description: 'The partner whose channel asks' }),
    rrn: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        "The channel's retrieval reference number, for your records. It does not identify an order; the reference does",
    }),
    terminalId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Absent when none was named' })),
    businessDate: Type.String({
      pattern: DATE_PATTERN,
      description:
        "The institution's business date, YYYYMMDD. Book under it, and count daily limits and hold days by it",
    }),
  },
  { component: 'Origin', description: 'Where an order or inquiry comes from' },
)

const pan = Type.String({
  pattern: '^[0-9]{1,32}$',
  description:
    'Card number, only when a card was presented. Never write it to a log. It may fail its check digit: decline 111',
})

const orderBase = {
  origin: originSchema,
  accountId: Type.String({ ...ACCOUNT_ID, description: 'The account that is debited or credited' }),
  pan: Type.Optional(pan),
  amount: moneySchema,
}

function order<Kind extends string, Own extends TProperties>(
  kind: Kind,
  component: string,
  description: string,
  own: Own,
) {
  const schema = Type.Object({ kind: Type.Literal(kind), ...orderBase, ...own }, { component, description })
  return schema as typeof schema & { readonly component: string }
}

const accessFee = {
  accessFeeMinor: minor('Access fee. It is part of `amount`: the cash handed out is the rest. Never above `amount`'),
}

const orderSchemas = {
  CASH_WITHDRAWAL: order('CASH_WITHDRAWAL', 'CashWithdrawal', 'Debits the account by `amount`', accessFee),
  CARDLESS_WITHDRAWAL: order(
    'CARDLESS_WITHDRAWAL',
    'CardlessWithdrawal',
    'A withdrawal authorised without a card. Debits the account by `amount`',
    accessFee,
  ),
  DEPOSIT: order('DEPOSIT', 'Deposit', 'Credits the account by `amount`, which is `cashMinor + checkMinor`', {
    cashMinor: minor('Cash, available at once'),
    checkMinor: minor('Checks: they raise the balance at once'),
    checkAvailableMinor: minor(
      'The part of the checks that is available at once, at most `checkMinor`. Hold the rest for your hold days',
    ),
  }),
  TRANSFER: order(
    'TRANSFER',
    'Transfer',
    'Debits the account and credits the beneficiary, both or neither. A loan may receive (a payment) but not send',
    { beneficiaryAccountId: Type.String({ ...ACCOUNT_ID, description: 'The account that is credited' }) },
  ),
  BILL_PAYMENT: order('BILL_PAYMENT', 'BillPayment', 'Debits the account and credits the biller', {
    billerId: Type.String({ minLength: 1, maxLength: 64, description: 'The biller' }),
    billerBin: Type.String({
      minLength: 1,
      maxLength: 32,
      description: "The biller's BIN; decline 185 when it differs",
    }),
  }),
  REVERSAL: order(
    'REVERSAL',
    'Reversal',
    'Takes back `amount` of an order that you approved under `originalReference`. It undoes what has happened: the state of ' +
      'the card, a frozen account, a risk flag or a limit does not stop it; a closed account does',
    {
      originalReference: Type.String({ format: 'uuid', description: 'The order to take back, wholly or in part' }),
      reasonCode: Type.String({ maxLength: 64, description: "The channel's reason, for your records" }),
      complete: Type.Boolean({
        description:
          'True when nothing of the original is left after this; return its access fee then, as part of `amount`. ' +
          'A reversal that is not complete never touches the fee: beyond the cash handed out decline 483',
      }),
      forced: Type.Boolean({ description: 'Debit the account even when the money is no longer there, instead of 110' }),
    },
  ),
} as const

export const orderSchema = Type.Union(
  [
    orderSchemas.CASH_WITHDRAWAL,
    orderSchemas.CARDLESS_WITHDRAWAL,
    orderSchemas.DEPOSIT,
    orderSchemas.TRANSFER,
    orderSchemas.BILL_PAYMENT,
    orderSchemas.REVERSAL,
  ],
  {
    component: 'Order',
    description: 'What is to be executed, by `kind`',
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(
        Object.entries(orderSchemas).map(([kind, { component }]) => [kind, `#/components/schemas/${component}`]),
      ),
    },
  },
)

const branchSchema = Type.Object(
  {
    id: Type.String({ maxLength: 64 }),
    name: Type.String({ maxLength: 200 }),
    address: Type.String({ maxLength: 400 }),
  },
  { component: 'Branch', description: 'The branch that keeps the account' },
)

const balancesSchema = Type.Object(
  {
    currency: Type.String(CURRENCY),
    availableMinor: signedMinor(
      'What may be debited now: the balance less what is held, plus the agreed overdraft; 0 on loans',
    ),
    balanceMinor: signedMinor('The booked balance, held money included. On a loan the principal outstanding, positive'),
    paymentDue: Type.Optional(
      Type.Object(
        {
          amountMinor: minor('What is still to be paid of the next instalment'),
          dueDate: Type.String({ pattern: DATE_PATTERN, description: 'YYYYMMDD' }),
        },
        { description: 'Loans only: what is due next' },
      ),
    ),
  },
  { component: 'Balances', description: 'What an account shows right after the order' },
)

const approvalSchema = Type.Object(
  {
    code: Type.Literal('000'),
    branch: branchSchema,
    balances: balancesSchema,
    beneficiaryBalances: Type.Optional(balancesSchema),
  },
  {
    component: 'Approval',
    description:
      'The order is booked. `beneficiaryBalances` belongs to transfers and their reversals, and is required there',
  },
)

const declineCode = Type.Enum(Object.values(DECLINE), { type: 'string', description: 'Why not; the list is closed' })

const declineSchema = Type.Object(
  { code: declineCode },
  {
    component: 'Decline',
    description: 'You decided against it; nothing moved. A decline is an outcome like an approval',
  },
)

export const outcomeSchema = Type.Union([approvalSchema, declineSchema], {
  component: 'Outcome',
  description: 'An approval or a decline',
})

export const orderStateSchema = Type.Union(
  [
    Type.Object(
      {
        reference: Type.String({ format: 'uuid', description: 'The reference of the path' }),
        state: Type.Literal('EXECUTED'),
        outcome: outcomeSchema,
      },
      { component: 'ExecutedOrder', description: 'Executed once, with this outcome. Final' },
    ),
    Type.Object(
      {
        reference: Type.String({ format: 'uuid', description: 'The reference of the path' }),
        state: Type.Literal('CANCELLED'),
      },
      { component: 'CancelledOrder', description: 'Not executed, and never will be. Final' },
    ),
  ],
  { component: 'OrderState', description: 'What became of an order' },
)

export const lookupSchema = Type.Object(
  {
    origin: originSchema,
    pan: Type.Optional(pan),
    customerId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  {
    component: 'Lookup',
    description: 'By card, or by customer when no card is present. One of the two is always sent',
  },
)

const listedAccountSchema = Type.Object(
  {
    id: Type.String({ ...ACCOUNT_ID, description: 'The id that orders take' }),
    accountType: Type.String({
      minLength: 1,
      maxLength: 35,
      description: 'DDA checking, SDA savings, LOAN, or another: the `coreCode` of an account type of the institution',
    }),
    txnCapability: Type.String({
      pattern: '^[A-Za-z0-9]{2}$',
      description: 'Code of what may be done with the account',
    }),
    description: Type.String({ maxLength: 200 }),
  },
  { component: 'ListedAccount' },
)

export const lookupOutcomeSchema = Type.Union(
  [
    Type.Object(
      { code: Type.Literal('000'), accounts: Type.Array(listedAccountSchema, { maxItems: 500 }) },
      { component: 'AccountList', description: 'Open accounts in a stable order: checking, savings, loans, others' },
    ),
    declineSchema,
  ],
  { component: 'LookupOutcome', description: 'The accounts, or why there are none to show' },
)

export const inquirySchema = Type.Object(
  { origin: originSchema, accountId: Type.String(ACCOUNT_ID), pan: Type.Optional(pan) },
  { component: 'BalanceInquiry', description: 'Asks for the balances of one account' },
)

/** Every refusal carries one of these, to tell it from the error of a proxy in between. */
export const CORE_ERRORS = {
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  UNKNOWN_ORDER: 404,
  UNKNOWN_INSTITUTION: 404,
  UNKNOWN_PATH: 404,
  CONFLICT: 409,
  UNAVAILABLE: 503,
} as const

export type CoreError = keyof typeof CORE_ERRORS

export const errorSchema = Type.Object(
  {
    error: Type.Enum(Object.keys(CORE_ERRORS) as CoreError[], { type: 'string', description: 'What kind of refusal' }),
    message: Type.Optional(
      Type.String({ maxLength: 500, description: 'For people. No card number, no value of a field' }),
    ),
  },
  { component: 'Refusal', description: 'Nothing was done' },
)

export const healthSchema = Type.Object(
  { status: Type.Enum(['UP', 'DOWN'], { type: 'string', description: 'UP when orders can be executed' }) },
  { component: 'Health' },
)

export type WireOrder = Static<typeof orderSchema>
export type WireOrigin = Static<typeof originSchema>
export type WireBalances = Static<typeof balancesSchema>
export type WireOutcome = Static<typeof outcomeSchema>
export type WireLookup = Static<typeof lookupSchema>
export type WireInquiry = Static<typeof inquirySchema>
