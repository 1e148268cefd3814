// What `tillgate core-check` may use of a core: a JSON file. Only the first five members are required; a check whose
// data is absent is reported as not checked. examples/rest-core/README.md explains every member.

import { type Static, Type } from 'typebox'
import { Check, Errors } from 'typebox/value'

const id = Type.String({ minLength: 1, maxLength: 64 })
const minor = Type.Integer({ minimum: 1 })
const closed = { additionalProperties: false }
const biller = Type.Object({ billerId: id, bin: id }, closed)
const pan = Type.String({ pattern: '^[0-9]{12,19}$' })
const code = Type.String({ pattern: '^[0-9]{3}$' })

const fixtureSchema = Type.Object(
  {
    institutionId: id,
    partnerId: id,
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    businessDate: Type.String({ pattern: '^[0-9]{8}$' }),
    /** Open checking accounts that the check may use up: consecutive numbers, or a list. */
    plainAccounts: Type.Union([
      Type.Object({ first: Type.String({ pattern: '^[0-9]{1,15}$' }), count: minor }, closed),
      Type.Array(id, { minItems: 1 }),
    ]),
    terminal: Type.Optional(Type.Object({ terminalId: id, noteMinor: minor }, closed)),
    limits: Type.Optional(
      Type.Object(
        { accessFeeMinor: minor, perTransactionMinor: minor, perDayMinor: minor, countPerDay: minor },
        closed,
      ),
    ),
    card: Type.Optional(Type.Object({ pan, customerId: id, accountIds: Type.Array(id, { minItems: 1 }) }, closed)),
    decliningCards: Type.Optional(Type.Array(Type.Object({ pan, code }, closed))),
    accounts: Type.Optional(
      Type.Object(
        {
          inquiryOnly: Type.Optional(id),
          frozen: Type.Optional(id),
          closed: Type.Optional(id),
          doNotHonour: Type.Optional(id),
          suspectedFraud: Type.Optional(id),
          loan: Type.Optional(id),
          inOtherCurrency: Type.Optional(
            Type.Object({ accountId: id, currency: Type.String({ pattern: '^[A-Z]{3}$' }) }, closed),
          ),
        },
        closed,
      ),
    ),
    billers: Type.Optional(Type.Object({ active: biller, inactive: Type.Optional(biller) }, closed)),
    otherInstitution: Type.Optional(Type.Object({ institutionId: id, accountId: id }, closed)),
  },
  closed,
)

export type CheckFixture = Static<typeof fixtureSchema>

/** Parses a fixture; throws a TypeError that names what is wrong with it. */
export function readFixture(text: string): CheckFixture {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new TypeError('is not JSON')
  }
  if (Check(fixtureSchema, value)) return value
  const [fault] = Errors(fixtureSchema, value)
  throw new TypeError(`${fault?.instancePath || 'the fixture'} ${fault?.message ?? 'is not valid'}`)
}
