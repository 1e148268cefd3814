// The reply shapes of account services. What only an approval has is optional: a decline has the same echo and
// `status.responseCode`, without authId, branch and balances.

import { type TProperties, Type } from 'typebox'
import { given } from '../../../edge/http/operation.ts'
import { calendarDate, currencyCode, id, institution } from './shapes.ts'

const status = given(
  Type.Object(
    {
      responseCode: given(
        Type.String({ description: '`000` approved; any other code is a decline', pattern: '^[0-9]{3}$' }),
      ),
      authId: Type.Optional(
        given(Type.String({ description: 'Authorization id; keep it for a reversal', pattern: '^[A-Z0-9]{6}$' })),
      ),
    },
    { component: 'Status' },
  ),
)

/** For replies without an authorization, such as preferences. */
export const plainStatus = given(
  Type.Object(
    { responseCode: given(Type.String({ description: '`000` done', pattern: '^[0-9]{3}$' })) },
    { component: 'PlainStatus' },
  ),
)

export const transactionEcho = given(
  Type.Object(
    {
      rrn: given(Type.String({ pattern: '^[0-9]{12}$' })),
      type: given(Type.String()),
      date: Type.Optional(calendarDate),
    },
    { component: 'TransactionEcho', description: 'As sent; without a date sent, the business date' },
  ),
)

const accountEcho = given(Type.Object({ id: id('Account') }))

export const instrumentEcho = given(
  Type.Object({ account: accountEcho }, { component: 'InstrumentEcho', description: 'The card is never echoed' }),
)

const branch = given(
  Type.Object(
    {
      id: given(Type.String()),
      name: given(Type.String()),
      address: given(Type.String()),
    },
    { component: 'Branch', description: 'The posting branch' },
  ),
)

const balance = given(
  Type.Object(
    {
      type: given(Type.Enum(['Available', 'Balance', 'PaymentDue'], { type: 'string' })),
      amount: given(Type.Number()),
      currencyCode,
      dueDate: Type.Optional(calendarDate),
    },
    { component: 'Balance', description: '`dueDate` only on PaymentDue, which only loan accounts have' },
  ),
)

const balances = given(Type.Array(balance))

export const balancesOfBoth = given(
  Type.Object(
    { paymentInstrument: balances, beneficiaryInstrument: balances },
    { component: 'TransferBalances', description: 'Source and destination' },
  ),
)

const amountEcho = given(
  Type.Object(
    {
      amount: given(Type.Number()),
      currencyCode: Type.Optional(currencyCode),
      accessFee: Type.Optional(given(Type.Number())),
    },
    { component: 'AmountEcho' },
  ),
)

/** The reply to a transaction, with an operation's own echo. */
export function financialReply<Extra extends TProperties>(extra: Extra) {
  return Type.Object({
    transaction: transactionEcho,
    paymentInstrument: instrumentEcho,
    institution,
    amount: amountEcho,
    branch: Type.Optional(branch),
    balances: Type.Optional(balances),
    status,
    ...extra,
  })
}

export const balanceReply = Type.Object({
  transaction: transactionEcho,
  paymentInstrument: instrumentEcho,
  institution,
  branch: Type.Optional(branch),
  balances: Type.Optional(balances),
  status,
})

export const reversalReply = Type.Object({
  transaction: transactionEcho,
  paymentInstrument: instrumentEcho,
  institution,
  amount: amountEcho,
  balances: Type.Optional(balances),
  status,
})
