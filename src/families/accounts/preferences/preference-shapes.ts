// The preference profile on the wire: a full profile or `{neverAsk: true}`, never both.

import { type TSchema, Type } from 'typebox'
import { explain, type Findings } from '../../../edge/http/body/validation.ts'
import { chosen, given } from '../../../edge/http/operation.ts'
import { plainStatus } from '../shapes/reply-shapes.ts'
import { oneOf } from '../shapes/shapes.ts'

const receipt = (description: string) => oneOf(`${description}: 1 print, 2 no print, 3 ask`, ['1', '2', '3'])

const FULL_PROFILE_FIELDS = {
  language: oneOf('Language of the screens', ['ENG', 'SPA']),
  fastCashAmount: given(
    Type.String({
      description: 'Fast cash amount code',
      pattern: '^[\\u0020-\\u007e]{3}$',
      expected: 'must be 3 printable ASCII characters',
    }),
  ),
  fastCashReceipt: receipt('Receipt for fast cash'),
  withdrawalReceipt: receipt('Receipt for a withdrawal'),
  otherReceipt: receipt('Receipt for anything else'),
  receiptBalance: oneOf('Print the balance on receipts: 1 yes, 0 no', ['0', '1']),
  account: oneOf('Default account', ['CHK', 'SAV']),
}

const fullProfile = given(Type.Object(FULL_PROFILE_FIELDS, { component: 'FullProfile' }))

const neverAskProfile = given(
  Type.Object(
    {
      neverAsk: given(
        Type.Literal(true, { type: 'boolean', description: 'No prompts at all', expected: 'must be true' }),
      ),
    },
    { component: 'NeverAskProfile' },
  ),
)

const eitherProfile = Type.Union([fullProfile, neverAskProfile])

/** What can be saved. The union alone would accept both modes at once, so a refinement rejects that. */
export const profileToSave = given(
  Type.With(
    Type.Refine(eitherProfile, (data) => !hasBothModes(data)),
    {
      description: 'Either a full profile, all seven fields, or `{"neverAsk": true}`',
      inspect: explainProfile,
    },
  ) as typeof eitherProfile,
)

export const profileShown = given(Type.Union([fullProfile, neverAskProfile, Type.Null()]))

function hasBothModes(data: object): boolean {
  return 'neverAsk' in data && Object.keys(FULL_PROFILE_FIELDS).some((name) => name in data)
}

/** Explains the faults of the intended mode: the one whose fields were sent. */
function explainProfile(data: unknown, path: string, found: Findings): void {
  if (data === undefined) found.add(path, 'is required')
  else if (typeof data !== 'object' || data === null) found.add(path, 'must be an object')
  else if (hasBothModes(data)) found.add(path, 'must be a full profile or neverAsk, not both')
  else explain(modeOf(data), data, path, found)
}

function modeOf(data: object): TSchema {
  return 'neverAsk' in data ? neverAskProfile : fullProfile
}

/** The reply to saving and deleting. On a decline `success` is false. */
export const confirmation = Type.Object({
  status: plainStatus,
  success: given(Type.Boolean()),
  message: given(Type.String({ description: 'For people' })),
})

export const profileStatus = Type.Optional(
  chosen(oneOf('0 not set, 1 active, 2 never ask, 3 deleted; absent on a decline', ['0', '1', '2', '3'])),
)
