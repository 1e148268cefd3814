// The request shapes of account services: each field once, with its constraints and their origin. Each operation's file
// says which of them it requires.

import { Type } from 'typebox'
import { isPlainText } from '../../../edge/http/body/plain-text.ts'
import { chosen, given } from '../../../edge/http/operation.ts'
import { isCurrency } from '../../../platform/kernel/money/currencies.ts'
import { isCalendarDate } from '../../../platform/kernel/time/clock.ts'

export const IDENTIFIER = '^[A-Za-z0-9_.-]{1,35}$'

export function id(description: string) {
  return given(
    Type.String({
      description,
      pattern: IDENTIFIER,
      expected: 'must be 1 to 35 letters, digits, dots, hyphens or underscores',
    }),
  )
}

const MAX_TEXT = 255

/** Free text without control characters, which could steer a terminal or a log, and without lone surrogates. */
function text(description: string) {
  const schema = Type.String({
    description,
    minLength: 1,
    maxLength: MAX_TEXT,
    expected: `must be 1 to ${MAX_TEXT} characters without control characters`,
  })
  return given(Type.Refine(schema, isPlainText))
}

export const calendarDate = given(
  Type.Refine(
    Type.String({ description: 'A date, YYYYMMDD', pattern: '^[0-9]{8}$', expected: 'must be a real date, YYYYMMDD' }),
    isCalendarDate,
  ),
)

export const currencyCode = given(
  Type.Refine(
    Type.String({ description: 'ISO 4217 code', pattern: '^[A-Z]{3}$', expected: 'must be an ISO 4217 currency code' }),
    isCurrency,
  ),
)

const retrievalReference = (description: string) =>
  given(Type.String({ description, pattern: '^[0-9]{12}$', expected: 'must be 12 digits' }))

/** The bank checks its length and check digit (111); here it only has to be digits, of bounded length. */
const pan = given(
  Type.String({
    description: 'Card number (PAN)',
    pattern: '^[0-9]{1,32}$',
    expected: 'must be 1 to 32 digits',
  }),
)

const positive = (description: string) =>
  given(Type.Number({ description, exclusiveMinimum: 0, expected: 'must be greater than 0' }))

/** One of several fixed values. */
export function oneOf<const Values extends string[]>(description: string, values: readonly [...Values]) {
  return given(Type.Enum(values, { type: 'string', description, expected: `must be ${values.join(' or ')}` }))
}

// ---- head, device, institution ------------------------------------------------------------------------------------

export const head = given(
  Type.Object(
    {
      acquirerId: Type.Optional(id('Acquirer institution')),
      description: text('What the request is for'),
    },
    { component: 'Head' },
  ),
)

/** Where `head` is optional, so are its parts; what is sent is checked. */
const optionalHead = Type.Optional(
  given(
    Type.Object(
      {
        acquirerId: Type.Optional(id('Acquirer institution')),
        description: Type.Optional(text('What the request is for')),
      },
      { component: 'OptionalHead' },
    ),
  ),
)

export const deviceInfo = given(
  Type.Object(
    {
      terminalId: id('Terminal'),
      terminalLoc: text('Location of the terminal'),
      acceptorId: id('Card acceptor'),
    },
    { component: 'DeviceInfo' },
  ),
)

const optionalDeviceInfo = Type.Optional(
  given(
    Type.Object(
      {
        terminalId: Type.Optional(id('Terminal')),
        terminalLoc: Type.Optional(text('Location of the terminal')),
        acceptorId: Type.Optional(id('Card acceptor')),
      },
      { component: 'OptionalDeviceInfo' },
    ),
  ),
)

export const institution = given(Type.Object({ id: id('Financial institution') }, { component: 'Institution' }))

// ---- the transaction ----------------------------------------------------------------------------------------------

export function transaction<const Types extends string[]>(...types: readonly [...Types]) {
  return given(
    Type.Object({
      rrn: retrievalReference('Retrieval reference number; new for every transaction and every reversal'),
      date: Type.Optional(calendarDate),
      type: oneOf('Fixed for the endpoint', types),
    }),
  )
}

export function datedTransaction<const Types extends string[]>(...types: readonly [...Types]) {
  return given(
    Type.Object({
      rrn: retrievalReference('Retrieval reference number'),
      date: calendarDate,
      type: oneOf('Fixed for the endpoint', types),
    }),
  )
}

// ---- cards and accounts -------------------------------------------------------------------------------------------

export const card = given(Type.Object({ pan }, { component: 'Card' }))

const account = given(Type.Object({ id: id('Account, from the account lookup') }, { component: 'AccountReference' }))

/** The account of a transaction, and its card if there was one. */
export const paymentInstrument = given(
  Type.Object({ account, card: Type.Optional(card) }, { component: 'PaymentInstrument' }),
)

export const cardlessInstrument = given(
  Type.Object({ account }, { component: 'CardlessInstrument', description: 'An account; `card.pan` must not be sent' }),
)

export const beneficiary = given(
  Type.Object(
    { institutionId: id('Institution of the destination; the same as `institution.id`') },
    { component: 'Beneficiary' },
  ),
)

export const beneficiaryInstrument = given(Type.Object({ account }, { component: 'BeneficiaryInstrument' }))

export const biller = given(
  Type.Object({ institutionId: id('Biller'), bin: id("The biller's BIN") }, { component: 'Biller' }),
)

export const customer = chosen(Type.Object({ id: chosen(id('Customer')) }, { component: 'Customer' }))

// ---- amounts ------------------------------------------------------------------------------------------------------

const accessFee = Type.Optional(
  given(
    Type.Number({
      description: 'Surcharge of the terminal, part of `amount`',
      minimum: 0,
      expected: 'must not be negative',
    }),
  ),
)

const total = positive('Amount in major units, exact in the currency')

export const amount = given(Type.Object({ amount: total, currencyCode }, { component: 'Amount' }))

export const amountWithFee = given(
  Type.Object({ amount: total, currencyCode, accessFee }, { component: 'AmountWithFee' }),
)

export const amountOfOriginal = given(
  Type.Object(
    { amount: total, currencyCode: Type.Optional(currencyCode) },
    { component: 'AmountOfOriginal', description: "Without `currencyCode` the original's currency holds" },
  ),
)

export const cash = given(Type.Object({ amount: positive('Cash part') }, { component: 'Cash' }))

const decimal = (description: string) =>
  given(
    Type.String({
      description,
      pattern: '^[0-9]{1,19}(\\.[0-9]{1,3})?$',
      expected: 'must be a decimal string such as "150.00"',
    }),
  )

const MAX_CHECKS = 200

export const check = given(
  Type.Object(
    {
      totAmount: decimal('Sum of the checks'),
      totDerivedAmount: decimal('The part that is available at once; the rest is held'),
      checkDetails: given(
        Type.Array(
          Type.Object(
            { amount: decimal('Amount of the check'), checkNumber: id('Number of the check') },
            { component: 'CheckItem' },
          ),
          { minItems: 1, maxItems: MAX_CHECKS, expected: `must list 1 to ${MAX_CHECKS} checks` },
        ),
      ),
    },
    { component: 'Check' },
  ),
)

export const reverseInfo = given(
  Type.Object(
    {
      reasonCode: id('Why it is reversed'),
      amount: positive('How much is reversed; less than the original for a partial reversal'),
      authId: Type.Optional(id("`status.authId` of the original's reply")),
      originalRrn: Type.Optional(chosen(retrievalReference('RRN of the original'))),
    },
    { component: 'ReverseInfo' },
  ),
)

/** Common to every request from a terminal. */
export const terminalRequest = { head, deviceInfo, institution }

/** On reversals the terminal's part is optional, and checked when sent. */
export const reversalRequest = { head: optionalHead, deviceInfo: optionalDeviceInfo, institution }
