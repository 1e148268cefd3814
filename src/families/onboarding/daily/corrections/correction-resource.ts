// Corrections: asked for by one user, posted when another one approves, never changed.

import { may } from '../../../../edge/resource/access.ts'
import { created } from '../../../../edge/resource/envelope.ts'
import { CORRECTIONS } from '../../../../oversight/corrections/corrections.ts'
import { isCurrency } from '../../../../platform/kernel/money/currencies.ts'
import { minorFromNumber } from '../../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import { type OnboardingOperation, onboardingOperation, resource } from '../../onboarding-operation.ts'
import { browseSuspense } from './browse-suspense.ts'
import {
  CORRECTION,
  checkCorrection,
  correction,
  correctionFilter,
  correctionReply,
  EMPTIED_SUSPENSE,
  NEW_CORRECTION,
  newCorrection,
  TAG,
  UNDOING,
} from './correction-shapes.ts'

const createCorrection = onboardingOperation({
  id: 'CreateCorrection',
  route: 'POST /corrections',
  access: may('CORRECTIONS', 'CREATE'),
  basis: 'chosen',
  tag: TAG,
  summary: 'Correct an account',
  description:
    'Posts one journal today: the account against `expense:goodwill` (GOODWILL), `fees:access` (FEE_REFUND), `suspense:cash` ' +
    '(LOST_DEPOSIT), `suspense:exceptions` (SUSPENSE) or `suspense:corrections` (ERROR). Always waits for a second user. A credit that ' +
    'names a transaction which took money from the account counts as reversed on it; FEE_REFUND gives back its access fee. 409: a ' +
    'debit beyond the available balance; more in a day and account than the property `corrections.limit` allows, or a currency that ' +
    'it does not name; an account that is closed, of a loan, or at another core; more than is left of the transaction. With ' +
    '`suspenseAccount` in place of `accountId` a suspense account is emptied, at most to zero, against another or `expense:losses`. ' +
    '`reverses` undoes a correction once, whole.',
  status: 201,
  body: newCorrection,
  rules: checkCorrection,
  reply: correction,
  requestExamples: [
    { name: 'correction', summary: 'A fee is refunded', value: NEW_CORRECTION },
    { name: 'suspense', summary: 'A suspense account is emptied', value: EMPTIED_SUSPENSE },
    { name: 'undoing', summary: 'A correction is undone', value: UNDOING },
  ],
  replyExamples: [{ name: 'correction', summary: 'The correction', value: CORRECTION }],
  async handle(ask) {
    const { amount, ...wanted } = ask.body
    const record = await ask.services.corrections.create(ask, {
      ...wanted,
      ...(amount !== undefined && { amountMinor: minorOf(amount, wanted.currencyCode) }),
    })
    return created(ask, correctionReply(record))
  },
})

function minorOf(amount: number, currency: string | undefined): bigint {
  if (currency === undefined) throw invalidFields([{ path: 'currencyCode', message: 'is missing' }])
  if (!isCurrency(currency)) throw invalidFields([{ path: 'currencyCode', message: 'must be a currency of ISO 4217' }])
  const minor = minorFromNumber(amount, currency)
  if (minor === undefined) throw invalidFields([{ path: 'amount', message: 'has too many decimals, or is too large' }])
  return minor
}

const reads = resource({
  path: '/corrections',
  tag: TAG,
  module: 'CORRECTIONS',
  noun: 'correction',
  shape: correction,
  example: CORRECTION,
  sorts: Object.keys(CORRECTIONS.sorts),
  reply: correctionReply,
  records: ({ corrections }) => corrections,

  browse: {
    id: 'BrowseCorrections',
    summary: 'List corrections',
    description: 'Newest first. Those that wait for approval are change requests.',
  },
  list: {
    id: 'ListCorrections',
    summary: 'Find corrections',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: correctionFilter,
    example: { summary: 'Corrections of an account', value: { accountId: '1000000001' } },
  },
  get: { id: 'GetCorrection', summary: 'Read a correction', description: 'As it was posted.' },
})

export const CORRECTION_OPERATIONS: readonly OnboardingOperation[] = [createCorrection, ...reads, browseSuspense]
