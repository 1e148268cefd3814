// Fields that accounts and cards share on the wire.

import { Type } from 'typebox'
import { explain, type Findings } from '../../../../edge/http/body/validation.ts'
import { chosen } from '../../../../edge/http/operation.ts'
import { freeText, identifier } from '../../../../edge/resource/record-shapes.ts'
import { isCardNumber } from '../../../../platform/kernel/identifiers/pan.ts'

const MAX_ITEMS = 200

/** Only ever sent, in a body. */
export const pan = Type.Refine(
  Type.String({
    description: 'The card number: 12 to 19 digits of which the last is the check digit. Never returned',
    pattern: '^[0-9]{12,19}$',
    expected: 'must be a card number: 12 to 19 digits of which the last is the check digit',
  }),
  isCardNumber,
)

export const maskedPan = Type.String({ description: 'The card number: its first six and last four digits' })

export const moveReason = freeText('Why; shown as `statusReason`')

const accountType = identifier('The code of an account type')
const accountTypes = Type.Array(accountType, {
  description: 'One of these; none is any',
  maxItems: MAX_ITEMS,
  expected: `must be at most ${MAX_ITEMS} codes of account types`,
})

/** What lists of both are filtered by, besides `status`. */
export const customerFilter = {
  search: Type.Optional(chosen(identifier('The beginning of the accountId or the customerId'))),
  institutionId: Type.Optional(chosen(identifier('The institution'))),
  customerId: Type.Optional(chosen(identifier('The customer'))),
  accountType: Type.Optional(
    chosen(
      Type.Union([accountType, accountTypes], {
        description: 'The code of an account type, or a list of them; an empty list is any',
        inspect: (value: unknown, path: string, found: Findings) =>
          explain(Array.isArray(value) ? accountTypes : accountType, value, path, found),
      }),
    ),
  ),
  panLast4: Type.Optional(
    chosen(
      Type.String({
        description: 'The last four digits of a card',
        pattern: '^[0-9]{4}$',
        expected: 'must be 4 digits',
      }),
    ),
  ),
  pan: Type.Optional(chosen(pan)),
}

interface SentFilter {
  readonly accountType?: string | string[] | undefined
  readonly pan?: string | undefined
}

/** A filter as it was sent, with the hash of the card number in its place. */
export function customerFilterOf<Filter extends SentFilter>(
  { accountType: types, pan: number, ...filter }: Filter,
  hashOf: (pan: string) => string,
) {
  return {
    ...filter,
    ...(types !== undefined && { accountType: [types].flat() }),
    ...(number !== undefined && { panHash: hashOf(number) }),
  }
}
