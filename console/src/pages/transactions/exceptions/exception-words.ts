// Exceptions in words: what each kind is, and what each action does to it.

import type { onboarding } from '@tillgate/sdk'
import { formatMoney } from '../../../kit/show/format.ts'
import { isReversal, reversedType, type Transaction, typeInWords } from '../transaction-words.ts'

export type TransactionException = onboarding.TransactionException
export type ExceptionKind = TransactionException['kind']
export type ResolvingAction = onboarding.ResolveExceptionRequest['action']
export type Outcome = NonNullable<onboarding.ResolveExceptionRequest['outcome']>

interface KindInWords {
  readonly label: string
  readonly color: string
  readonly meaning: string
}

export const KINDS: Readonly<Record<ExceptionKind, KindInWords>> = {
  UNMATCHED: {
    label: 'Unmatched reversal',
    color: 'orange',
    meaning:
      'A terminal asked to take something back, but no original was found for it: either none fitted (code 914), or the reversal came first and its original never followed.',
  },
  LATE: {
    label: 'Late reversal',
    color: 'yellow',
    meaning:
      'The reversal came after the time that the institution allows for it (code 188). The original still stands, so the customer may have been charged for cash that was never handed out.',
  },
  REFUSED: {
    label: 'Refused reversal',
    color: 'red',
    meaning:
      'The reversal could not be posted: the account lacks the money (code 110), or it is closed, frozen or dormant (codes 182 and 183). The original still stands.',
  },
  UNKNOWN: {
    label: 'Unknown outcome',
    color: 'grape',
    meaning:
      'The core did not answer in time, and 15 minutes later it is still not known whether the money moved. Ask the core, then record what came of it.',
  },
}

export const KIND_CHOICES = (Object.keys(KINDS) as ExceptionKind[]).map((value) => ({
  value,
  label: KINDS[value].label,
}))

/** `SETTLED` is no user's action: the exception resolved itself. */
export const ACTIONS: Readonly<Record<ResolvingAction | 'SETTLED', string>> = {
  MATCH: 'Matched',
  WRITE_OFF: 'Written off',
  IGNORE: 'Ignored',
  SETTLED: 'Settled by itself',
}

export interface PossibleAction {
  readonly action: ResolvingAction
  readonly label: string
  /** What will be posted. */
  readonly effect: string
}

/** The actions that fit. Transfers are not written off: both of their sides are customers. */
export function possibleActions({ kind, transaction }: TransactionException): PossibleAction[] {
  const ignore: PossibleAction = {
    action: 'IGNORE',
    label: 'Ignore it',
    effect: 'Posts nothing. Use it when nothing has to be corrected, or when it was corrected elsewhere.',
  }
  if (kind === 'UNKNOWN') {
    const record: PossibleAction = {
      action: 'MATCH',
      label: 'Record the outcome',
      effect: 'Posts nothing: records whether the core executed the order, as you found out there.',
    }
    return [record, ignore]
  }
  const match: PossibleAction = {
    action: 'MATCH',
    label: kind === 'UNMATCHED' ? 'Match it with its original' : 'Post the reversal now',
    effect: `Posts on today’s business date, whatever the time allowed: ${movement(transaction)} The original counts as reversed by that much.`,
  }
  if (kind === 'UNMATCHED' || transaction.type === 'TRANSFERREVERSAL') return [match, ignore]
  const writeOff: PossibleAction = {
    action: 'WRITE_OFF',
    label: 'Write it off',
    effect: `Posts ${moneyOf(transaction)} with the general-ledger account suspense:exceptions in place of the customer’s. The customer’s account stays as it is; the original counts as reversed.`,
  }
  return [match, writeOff, ignore]
}

/** What the reversal moves when it is posted. */
function movement(transaction: Transaction): string {
  const { type, accountId = '', beneficiaryAccountId = '' } = transaction
  const money = moneyOf(transaction)
  if (type === 'TRANSFERREVERSAL')
    return `takes ${money} from account ${beneficiaryAccountId} and gives it back to account ${accountId}.`
  if (type === 'CASHWITHDRAWALREVERSAL') return `gives ${money} back to account ${accountId}.`
  return `takes ${money} from account ${accountId}, which must have the money.`
}

function moneyOf({ amount, currencyCode = '' }: Transaction): string {
  return formatMoney(amount, currencyCode)
}

export function subjectOf({ transaction }: TransactionException): string {
  const { type, accountId = '' } = transaction
  const what = isReversal(type)
    ? `reversal of a ${typeInWords(reversedType(type)).toLowerCase()}`
    : typeInWords(type).toLowerCase()
  return `${what} of ${moneyOf(transaction)} on account ${accountId}`
}
