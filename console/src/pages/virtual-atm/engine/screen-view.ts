// What the ATM's screen shows for a state: words, and what each key beside the screen does.

import { formatMoney } from '../../../kit/show/format.ts'
import type { AtmState } from './atm-desk.ts'
import { type EntryKind, orderOf, preferencesOf, type Screen } from './atm-state.ts'
import { type AtmTexts, textsOf } from './atm-texts.ts'
import { declineText, endsVisit } from './decline-texts.ts'
import { sum, totalOf } from './orders.ts'
import { balanceLine } from './receipt.ts'
import {
  accountName,
  afterwardKeys,
  KEYS_PER_SIDE,
  type KeyOption,
  left,
  menuKeys,
  preferenceKeys,
  right,
} from './screen-keys.ts'

export interface ScreenView {
  readonly title: string
  readonly lines: readonly string[]
  /** Labels with values, below the lines. */
  readonly table: readonly (readonly [label: string, value: string])[]
  readonly options: readonly KeyOption[]
  /** Asks for something to be keyed in. */
  readonly entry?: { readonly label: string; readonly kind: 'secret' | 'amount' | 'digits' | 'text' }
  readonly isBusy: boolean
}

/** Whole amounts, as the notes are. */
const PRESETS = [20, 40, 60, 100, 200, 300]

export function viewOf(state: AtmState): ScreenView {
  const t = textsOf(state.language)
  return { lines: [], table: [], options: [], isBusy: false, ...screenOf(state.screen, state, t) }
}

type Shown = Partial<ScreenView> & { title: string }

function screenOf(screen: Screen, state: AtmState, t: AtmTexts): Shown {
  switch (screen.name) {
    case 'welcome':
      return { title: t.welcome, lines: t.welcomeLines, options: [right(t.cardless, { do: 'cardless' })] }
    case 'entry':
      return entryOf(screen.entry, screen.error, state, t)
    case 'wait':
      return {
        title: t.wait,
        lines: screen.doing === 'noAnswer' ? [t.noAnswer, t.sayAgain] : [t[screen.doing]],
        isBusy: true,
      }
    case 'language':
      return {
        title: t.chooseLanguage,
        options: [
          left('English', { do: 'language', language: 'ENG' }),
          right('Español', { do: 'language', language: 'SPA' }),
        ],
      }
    case 'menu':
      return {
        title: t.menu,
        lines: screen.notice === undefined ? [] : [t[screen.notice]],
        options: menuKeys(state, t),
      }
    case 'from-account':
    case 'to-account':
    case 'biller':
    case 'deposit-kind':
    case 'cash':
      return choiceOf(screen.name, state, t)
    case 'fee':
      return {
        title: t.fee,
        table: feeOf(state, t),
        options: [left(t.acceptFee, { do: 'accept' }), right(t.cancel, { do: 'cancel' })],
      }
    case 'confirm':
      return {
        title: t.confirm,
        table: confirmationOf(state, t),
        options: [left(t.yes, { do: 'accept' }), right(t.no, { do: 'cancel' })],
      }
    case 'approved':
      return approvedOf(screen, state, t)
    case 'declined':
      return {
        title: t.sorry,
        lines: [declineText(screen.code, state.language)],
        options: afterwardKeys(state, t, endsVisit(screen.code)),
      }
    case 'trouble':
      return {
        title: t.sorry,
        lines: t[screen.problem],
        options: afterwardKeys(state, t, screen.problem === 'outOfService'),
      }
    case 'preferences':
      return { title: t.preferences, options: preferenceKeys(screen.draft, t, state.terminal.currency) }
    case 'card-back':
      return screen.isKept
        ? { title: t.cardKept, lines: t.cardKeptLines, options: [right(t.done, { do: 'card-taken' })] }
        : { title: t.cardBack, lines: [t.goodbye] }
  }
}

/** Screens that ask for one of several things: accounts, billers, amounts. */
type Choice = 'from-account' | 'to-account' | 'biller' | 'deposit-kind' | 'cash'

function choiceOf(choice: Choice, state: AtmState, t: AtmTexts): Shown {
  const { terminal, accounts, draft } = state
  switch (choice) {
    case 'from-account':
      return {
        title: draft?.purpose === 'balance' || draft?.purpose === 'deposit' ? t.whichAccount : t.fromAccount,
        options: [
          ...accounts.map((account) =>
            left(accountName(account, t), { do: 'account', accountId: account.id } as const),
          ),
          right(t.back, { do: 'menu' }),
        ],
      }
    case 'to-account':
      return {
        title: t.toAccount,
        options: [
          ...accounts
            .filter(({ id }) => id !== draft?.accountId)
            .map((account) => left(accountName(account, t), { do: 'to-account', accountId: account.id } as const)),
          right(t.otherAccount, { do: 'ask', entry: 'to-account' }),
          right(t.back, { do: 'menu' }),
        ],
      }
    case 'biller':
      return {
        title: t.biller,
        options: [
          ...state.billers
            .slice(0, KEYS_PER_SIDE)
            .map((biller) => left(biller.name, { do: 'biller', biller } as const)),
          right(t.otherBiller, { do: 'ask', entry: 'biller-id' }),
          right(t.back, { do: 'menu' }),
        ],
      }
    case 'deposit-kind':
      return {
        title: t.depositKind,
        options: [
          left(t.depositCash, { do: 'deposit-kind', kind: 'cash' }),
          left(t.depositChecks, { do: 'deposit-kind', kind: 'checks' }),
          left(t.depositBoth, { do: 'deposit-kind', kind: 'both' }),
          right(t.back, { do: 'menu' }),
        ],
      }
    case 'cash':
      return {
        title: t.howMuch,
        options: [
          ...PRESETS.map((amount, at) => ({
            label: formatMoney(amount, terminal.currency),
            action: { do: 'amount', amount } as const,
            side: at < PRESETS.length / 2 ? ('left' as const) : ('right' as const),
          })),
          left(t.otherAmount, { do: 'ask', entry: 'cash-amount' }),
          right(t.back, { do: 'menu' }),
        ],
      }
  }
}

function feeOf({ terminal, draft }: AtmState, t: AtmTexts): ScreenView['table'] {
  const money = (amount: number) => formatMoney(amount, terminal.currency)
  const cash = draft?.amount ?? 0
  return [
    [t.feeCash, money(cash)],
    [t.feeFee, money(terminal.fee)],
    [t.total, money(sum(cash, terminal.fee))],
  ]
}

const ENTRIES: Readonly<
  Record<
    EntryKind,
    readonly [title: keyof AtmTexts, label: keyof AtmTexts, kind: 'secret' | 'amount' | 'digits' | 'text']
  >
> = {
  pin: ['pin', 'pinLabel', 'secret'],
  'cash-amount': ['howMuch', 'amountLabel', 'amount'],
  amount: ['howMuch', 'amountLabel', 'amount'],
  'deposit-cash': ['depositCashTitle', 'depositCashLabel', 'amount'],
  check: ['checkTitle', 'checkLabel', 'amount'],
  'to-account': ['otherAccountTitle', 'otherAccountLabel', 'text'],
  'biller-id': ['billerIdTitle', 'billerIdLabel', 'text'],
  'biller-bin': ['billerBinTitle', 'billerBinLabel', 'text'],
  code: ['codeTitle', 'codeLabel', 'digits'],
}

function entryOf(
  entry: EntryKind,
  error: Extract<Screen, { name: 'entry' }>['error'],
  { draft, terminal }: AtmState,
  t: AtmTexts,
): Shown {
  const [title, label, kind] = ENTRIES[entry]
  const checks = draft?.checks ?? []
  const isCheck = entry === 'check' && checks.length > 0
  return {
    title: String(t[title]),
    lines: [
      ...(entry === 'pin' ? t.pinLines : []),
      ...(isCheck ? [`${t.checksSoFar}: ${checks.length} · ${formatMoney(sum(...checks), terminal.currency)}`] : []),
      ...(error === undefined ? [] : [t[ENTRY_ERRORS[error]]]),
    ],
    entry: { label: `${String(t[label])}${kind === 'amount' ? ` (${terminal.currency})` : ''}`, kind },
    options: [...(isCheck ? [left(t.checksDone, { do: 'checks-done' })] : []), right(t.cancel, { do: 'cancel' })],
  }
}

const ENTRY_ERRORS = { amount: 'amountInvalid', entry: 'entryInvalid', pin: 'pinInvalid', code: 'codeUnknown' } as const

function confirmationOf({ draft, terminal, accounts }: AtmState, t: AtmTexts): (readonly [string, string])[] {
  const order = draft === undefined ? undefined : orderOf(draft, terminal)
  if (order === undefined) return []
  const named = (id: string) => {
    const account = accounts.find((one) => one.id === id)
    return account === undefined ? id : accountName(account, t)
  }
  const total = [t.total, formatMoney(totalOf(order), terminal.currency)] as const
  switch (order.kind) {
    case 'deposit':
      return [
        [t.to, named(order.accountId)],
        ...(order.cash > 0 ? [[t.cashPart, formatMoney(order.cash, terminal.currency)] as const] : []),
        ...(order.checks.length > 0
          ? [
              [
                `${t.checksPart} (${order.checks.length})`,
                formatMoney(sum(...order.checks), terminal.currency),
              ] as const,
            ]
          : []),
        total,
      ]
    case 'transfer':
      return [[t.from, named(order.accountId)], [t.to, named(order.toAccountId)], total]
    case 'bill':
      return [[t.from, named(order.accountId)], [t.payTo, order.biller.name], total]
    default:
      return [total]
  }
}

function approvedOf({ done, receipt }: Extract<Screen, { name: 'approved' }>, state: AtmState, t: AtmTexts): Shown {
  const { order, balances } = done
  const showsBalances = order === undefined || preferencesOf(state.profile, state.language).receiptBalance === '1'
  return {
    title: order === undefined ? t.balancesTitle : t.approved,
    lines: [
      ...(order === undefined ? [] : [doneText(order.kind, t)]),
      ...(receipt === 'ask' ? [t.receiptQuestion] : receipt === 'printed' ? [t.takeReceipt] : []),
    ],
    table: showsBalances ? balances.map((balance) => balanceLine(balance, balances, state.language)) : [],
    options:
      receipt === 'ask'
        ? [left(t.print, { do: 'receipt', print: true }), right(t.noPrint, { do: 'receipt', print: false })]
        : afterwardKeys(state, t, false),
  }
}

function doneText(kind: 'withdrawal' | 'cardless' | 'deposit' | 'transfer' | 'bill', t: AtmTexts): string {
  switch (kind) {
    case 'deposit':
      return t.deposited
    case 'transfer':
      return t.transferred
    case 'bill':
      return t.paid
    default:
      return t.takeCash
  }
}
