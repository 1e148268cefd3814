// Exceptions in words: what each kind is, and what each action does to it.

import type { onboarding } from '@tillgate/sdk'
import { formatMoney, formatWord } from '../../../kit/show/format.ts'
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
  DECLINED_ADVICE: {
    label: 'Declined advice',
    color: 'red',
    meaning:
      'A switch told of money that it has already handed out or taken, and the bank declined the order. The switch was not refused: it is too late for that. Decide who bears it.',
  },
  ADVICE_PARKED: {
    label: 'Not taken back',
    color: 'red',
    meaning:
      'The core did not answer an order, and it has not taken it back either: it refuses to, or has not said so for a day. Whether the money moved there is not known.',
  },
  HOST_APPROVAL: {
    label: 'Approved against our answer',
    color: 'grape',
    meaning:
      'The core approved an order too late, or not as it was asked. The order does not stand, and the core is asked to take it back until it does.',
  },
  CASH_DIFFERENCE: {
    label: 'Cash differs',
    color: 'orange',
    meaning:
      'A terminal was counted, and there was more or less in it than its loads and transactions say. Find out whose cash it is, or who bears it.',
  },
  RECONCILIATION: {
    label: 'Reconciliation',
    color: 'orange',
    meaning:
      'A file of a switch or partner and the books disagree about an order. Find out which one is right: a later file of the source can settle it too.',
  },
  FUNDS_UNCLAIMED: {
    label: 'Unclaimed money',
    color: 'red',
    meaning:
      'Money was taken for tokens that could not be issued or returned, and the linked account did not take it back. It waits until it is paid.',
  },
  LEG_FAILED: {
    label: 'Refused by a ledger',
    color: 'orange',
    meaning:
      'A ledger refuses what was decided. The gateway tries again by itself, less and less often, until it succeeds or another way is chosen.',
  },
  LEDGER_DRIFT: {
    label: 'Ledger drift',
    color: 'grape',
    meaning:
      'A balance or a supply of tokens differs between the books and its ledger, the ledger has an asset of somebody else, or tokens on hold were taken there. Find out which one is right.',
  },
  LEDGER_SILENT: {
    label: 'Silent ledger',
    color: 'yellow',
    meaning:
      'A ledger that works has neither carried out nor refused an operation for a long time. It can be asked again, or have the operation refused.',
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
  RETRY: 'Paid to the linked account',
  PAY_OUT: 'Paid out',
  SETTLED_OUTSIDE: 'Settled outside',
  RETURN: 'Returned to the payer',
  RELEASED_OUTSIDE: 'Released outside',
  ADJUST_LEDGER: 'Ledger adjusted',
  ACCEPT: 'Accepted',
  CANCEL: 'Cancelled at the ledger',
}

export interface PossibleAction {
  readonly action: ResolvingAction
  readonly label: string
  /** What will be posted. */
  readonly effect: string
}

/** The actions that fit. Transfers are not written off: both of their sides are customers. */
export function possibleActions(exception: TransactionException): PossibleAction[] {
  const { kind, transaction, cash } = exception
  if (cash !== undefined) return waysToEndDifference(cash)
  if (transaction === undefined) return waysOut(exception)
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
  if (kind === 'RECONCILIATION') return [MATCH_FILE, ignore]
  if (kind === 'DECLINED_ADVICE') return waysToEndAdvice(transaction, ignore)
  if (kind === 'ADVICE_PARKED' || kind === 'HOST_APPROVAL') return WAYS_TO_TAKE_BACK
  const match: PossibleAction = {
    action: 'MATCH',
    label: kind === 'UNMATCHED' ? 'Match it with its original' : 'Post the reversal now',
    effect: `Posts on today’s business date, whatever the time allowed: ${moved(transaction)} The original counts as reversed by that much.`,
  }
  if (kind === 'UNMATCHED' || transaction.type === 'TRANSFERREVERSAL') return [match, ignore]
  const writeOff: PossibleAction = {
    action: 'WRITE_OFF',
    label: 'Write it off',
    effect: `Posts ${moneyOf(transaction)} with the general-ledger account suspense:exceptions in place of the customer’s. The customer’s account stays as it is; the original counts as reversed.`,
  }
  return [match, writeOff, ignore]
}

function waysToEndDifference({
  difference,
  currencyCode,
}: NonNullable<TransactionException['cash']>): PossibleAction[] {
  const money = formatMoney(Math.abs(difference), currencyCode)
  return [
    {
      action: 'MATCH',
      label: 'A correction has settled it',
      effect: `Posts nothing. A correction against suspense:cash that names this exception must have taken the difference of ${money} off it.`,
    },
    {
      action: 'WRITE_OFF',
      label: 'Write it off',
      effect: `Posts ${money} from suspense:cash to the expense account expense:cash.`,
    },
    {
      action: 'IGNORE',
      label: 'Ignore it',
      effect: 'Posts nothing; the difference stays on suspense:cash. At another core nothing was posted.',
    },
  ]
}

const MATCH_FILE: PossibleAction = {
  action: 'MATCH',
  label: 'Post what the file says',
  effect:
    'Posts on today’s business date: what is missing here on the account, the reversal of what is missing there, or the difference. At another core nothing is posted: put it right there, then ignore this.',
}

const WAYS_TO_TAKE_BACK: PossibleAction[] = [
  {
    action: 'RETRY',
    label: 'Ask the core again now',
    effect: 'Sends the reversal again. The exception stays open until the core has taken the order back.',
  },
  {
    action: 'SETTLED_OUTSIDE',
    label: 'It was settled outside',
    effect:
      'Records under which reference it was settled with the bank. The order counts as reversed, and the core is asked no more.',
  },
]

function waysToEndAdvice(transaction: Transaction, ignore: PossibleAction): PossibleAction[] {
  const { type, accountId = '' } = transaction
  const back = isReversal(type) ? 'Takes back what was posted for its original' : `Posts ${moneyOf(transaction)}`
  const match: PossibleAction = {
    action: 'MATCH',
    label: isReversal(type) ? 'Take the posting back' : 'Post it on the account',
    effect: isReversal(type)
      ? `${back}, on today’s business date.`
      : `${back} on account ${accountId} on today’s business date, without what the switch has taken back. The account may fall below its limit.`,
  }
  if (reversedType(type) === 'TRANSFER') return [match, ignore]
  const writeOff: PossibleAction = {
    action: 'WRITE_OFF',
    label: 'Write it off',
    effect: `${back}, with the general-ledger account suspense:exceptions in place of the customer’s, whose account stays as it is.`,
  }
  return [match, writeOff, ignore]
}

/** Ways out of what is stuck in digital banking. The gateway refuses what does not fit any more. */
function waysOut({ kind, movement: stuck, account }: TransactionException): PossibleAction[] {
  const payOut: PossibleAction = {
    action: 'PAY_OUT',
    label: 'Pay it to another account',
    effect: 'Credits an account of the institution with the whole amount.',
  }
  const outside: PossibleAction = {
    action: 'SETTLED_OUTSIDE',
    label: 'It was settled outside',
    effect: 'Records that the money was paid elsewhere, under the reference of that payment.',
  }
  if (stuck === undefined) return waysOutOfDrift(account !== undefined)
  if (kind === 'FUNDS_UNCLAIMED') {
    const retry: PossibleAction = {
      action: 'RETRY',
      label: 'Pay it to the linked account',
      effect: 'Credits the account that the money came from, if it takes it now.',
    }
    return stuck.type === 'INTERBANK_TRANSFER' ? [payOut, outside] : [retry, payOut, outside]
  }
  const again: PossibleAction = {
    action: 'RETRY',
    label: 'Try again now',
    effect:
      'Does at once what the gateway would do later. The exception stays open until the ledger has carried it out.',
  }
  if (kind === 'LEDGER_SILENT')
    return [
      again,
      {
        action: 'CANCEL',
        label: 'Have it refused',
        effect:
          'The ledger refuses the operation for good, unless it is carried out first. Then it goes on as after any refusal.',
      },
    ]
  if (kind === 'LEDGER_DRIFT')
    return [
      again,
      {
        action: 'ADJUST_LEDGER',
        label: 'Issue the tokens again',
        effect: 'The ledger issues what was taken there, and the transfer ends as was decided. Nothing is posted.',
      },
    ]
  const released: PossibleAction = {
    action: 'RELEASED_OUTSIDE',
    label: 'It is released already',
    effect: 'The transfer ends as was decided. Possible when the ledger knows no hold for it.',
  }
  if (stuck.state === 'RELEASING') return [again, released]
  if (stuck.state === 'COMMITTING')
    return [
      again,
      {
        action: 'RETURN',
        label: 'Return it to the payer',
        effect: 'The payer gets the tokens back and nothing is posted. Possible while no attempt is under way.',
      },
    ]
  return stuck.state === 'RETURNING' ? [again, payOut, outside, released] : [again]
}

function waysOutOfDrift(isOfAccount: boolean): PossibleAction[] {
  return [
    { action: 'RETRY', label: 'Compare again', effect: 'Asks the ledger now. Closed when both agree.' },
    ...(isOfAccount
      ? [
          {
            action: 'ADJUST_LEDGER',
            label: 'Adjust the ledger',
            effect:
              'The ledger issues or burns the difference. Nothing is posted. Possible while nothing else is open on the account.',
          } as const,
        ]
      : []),
    {
      action: 'ACCEPT',
      label: 'Accept the difference',
      effect: 'Closes it with its amount. Another amount is a new exception.',
    },
  ]
}

/** What the reversal moves when it is posted. */
function moved(transaction: Transaction): string {
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

const MOVEMENTS: Readonly<Record<NonNullable<TransactionException['movement']>['type'], string>> = {
  TOKENIZED_DEPOSIT: 'tokenized deposit',
  TOKEN_REDEMPTION: 'token redemption',
  INTERBANK_TRANSFER: 'interbank transfer',
}

export const MOVEMENT_CHOICES = Object.entries(MOVEMENTS).map(([value, label]) => ({
  value,
  label: capital(label),
}))

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const PATHS: Readonly<Record<keyof typeof MOVEMENTS, string>> = {
  TOKENIZED_DEPOSIT: 'deposits',
  TOKEN_REDEMPTION: 'redemptions',
  INTERBANK_TRANSFER: 'transfers',
}

/** What it is about: its name, the page that shows it, and a line of detail. */
export function shownSubject({ transaction, movement: stuck, account, cash, institutionId }: TransactionException) {
  if (transaction !== undefined) {
    const { id, rrn, type, accountId = '—' } = transaction
    return { name: rrn, path: `/transactions/${id}`, detail: `${typeInWords(type)}, account ${accountId}` }
  }
  if (stuck !== undefined) {
    const path = `/digital/movements/${PATHS[stuck.type]}/${stuck.id}?partner=${encodeURIComponent(stuck.partnerId)}`
    return {
      name: stuck.ref,
      path,
      detail: `${capital(MOVEMENTS[stuck.type])}, ${formatWord(stuck.state).toLowerCase()}, partner ${stuck.partnerId}`,
    }
  }
  if (cash !== undefined) {
    const { terminalId, reference } = cash
    const path = `/terminals?institutionId=${institutionId}&search=${encodeURIComponent(terminalId)}`
    return { name: terminalId, path, detail: `Count ${reference}` }
  }
  if (account === undefined) return { name: 'Supply', path: '/transactions/exceptions', detail: 'Supply of tokens' }
  return { name: account.id, path: `/digital/accounts/${account.id}`, detail: 'Token account' }
}

export function amountOf({ transaction, movement: stuck, cash }: TransactionException) {
  if (transaction !== undefined) return { amount: transaction.amount, currency: transaction.currencyCode }
  if (cash !== undefined) return { amount: cash.difference, currency: cash.currencyCode }
  return stuck === undefined ? undefined : { amount: stuck.amount, currency: stuck.currencyCode }
}

export function subjectOf({ transaction, movement: stuck, account, cash }: TransactionException): string {
  if (cash !== undefined) return `cash of ${cash.terminalId}`
  if (stuck !== undefined) return `${MOVEMENTS[stuck.type]} of ${formatMoney(stuck.amount, stuck.currencyCode)}`
  if (account !== undefined) return `balance of account ${account.id}`
  if (transaction === undefined) return 'supply of tokens'
  const { type, accountId = '' } = transaction
  const what = isReversal(type)
    ? `reversal of a ${typeInWords(reversedType(type)).toLowerCase()}`
    : typeInWords(type).toLowerCase()
  return `${what} of ${moneyOf(transaction)} on account ${accountId}`
}
