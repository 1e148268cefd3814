import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, books, card, presented, TODAY, YESTERDAY } from '../../../../../test/support/bank/books.ts'
import type { WithdrawalLimits } from '../../../../administration/institutions/directory.ts'
import type { Usage } from '../books/usage.ts'
import { checkLimits, hasDailyLimits, usedToday } from './limits.ts'

interface Situation {
  readonly institution?: WithdrawalLimits
  readonly terminal?: WithdrawalLimits
  readonly ofAccount?: Usage
  readonly ofCard?: Usage
  readonly ofTerminal?: Usage
  readonly currency?: string
}

const today = (minor: bigint, count: number): Usage => ({ date: TODAY, minor, count })
const yesterday = (minor: bigint, count: number): Usage => ({ date: YESTERDAY, minor, count })

// A withdrawal of 100.00 in each situation.
const CASES: [code: string | undefined, title: string, situation: Situation][] = [
  [undefined, 'nothing is limited', { ofAccount: today(99_999_999n, 999) }],
  [undefined, 'just what one withdrawal may take', { institution: { perTransactionMinor: 10_000n } }],
  ['121', 'one unit more than it may take', { institution: { perTransactionMinor: 9_999n } }],
  [undefined, 'just what the day allows', { institution: { perDayMinor: 30_000n }, ofAccount: today(20_000n, 1) }],
  ['121', 'one unit more than the day allows', { institution: { perDayMinor: 30_000n }, ofAccount: today(20_001n, 1) }],
  [undefined, 'yesterday does not count', { institution: { perDayMinor: 10_000n }, ofAccount: yesterday(90_000n, 9) }],
  [undefined, 'the last of the day', { institution: { countPerDay: 3 }, ofAccount: today(0n, 2) }],
  ['123', 'one too many', { institution: { countPerDay: 3 }, ofAccount: today(0n, 3) }],
  [undefined, 'the first after midnight', { institution: { countPerDay: 3 }, ofAccount: yesterday(0n, 3) }],
  ['123', 'none is allowed at all', { institution: { countPerDay: 0 } }],
  ['121', 'the amount is looked at before the count', { institution: { perTransactionMinor: 1n, countPerDay: 0 } }],
  [
    undefined,
    'with a card, what the account did without it does not count',
    { institution: { countPerDay: 3 }, ofAccount: today(0n, 3), ofCard: today(0n, 2) },
  ],
  ['123', 'with a card, the card counts', { institution: { countPerDay: 3 }, ofCard: today(0n, 3) }],
  ['121', 'the terminal has a limit of its own', { terminal: { perTransactionMinor: 9_999n } }],
  ['121', 'and a day of its own', { terminal: { perDayMinor: 30_000n }, ofTerminal: today(20_001n, 1) }],
  ['123', 'and a count of its own', { terminal: { countPerDay: 5 }, ofTerminal: today(0n, 5) }],
  [undefined, 'which begins again as well', { terminal: { countPerDay: 5 }, ofTerminal: yesterday(0n, 5) }],
  [
    undefined,
    'amounts are limited in the base currency only',
    { institution: { perTransactionMinor: 1n, perDayMinor: 1n }, currency: 'JPY' },
  ],
  ['123', 'counts in any', { institution: { countPerDay: 3 }, ofAccount: today(0n, 3), currency: 'JPY' }],
]

describe('limits on a withdrawal of 100.00', () => {
  for (const [code, title, situation] of CASES) {
    test(`${code ?? 'within'}: ${title}`, () => {
      const { institution = {}, terminal = {}, ofAccount, ofCard, ofTerminal, currency = 'USD' } = situation
      const held = account({ currency, ...(ofAccount && { usage: ofAccount }) })
      const shown = ofCard && card({ usage: ofCard })
      const terminalUsage = ofTerminal === undefined ? [] : [{ terminalId: 'ATM1', usage: ofTerminal }]
      const at = presented({ institution: { limits: institution }, terminal: { limits: terminal } })
      const read = books({ accounts: [held], terminalUsage })
      assert.equal(checkLimits(at, read, held, shown, 10_000n, usedToday(at, read, held, shown)), code)
    })
  }

  const DAILY: [limits: WithdrawalLimits, daily: boolean][] = [
    [{}, false],
    [{ perTransactionMinor: 1n }, false],
    [{ perDayMinor: 1n }, true],
    [{ countPerDay: 1 }, true],
  ]
  for (const [limits, daily] of DAILY) {
    test(`a terminal with ${Object.keys(limits)} ${daily ? 'has' : 'has no'} day to be read`, () => {
      assert.equal(hasDailyLimits(limits), daily)
    })
  }
})
