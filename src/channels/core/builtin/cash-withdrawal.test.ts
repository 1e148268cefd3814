import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, asked, books, card, presented, TODAY, YESTERDAY } from '../../../../test/support/bank/books.ts'
import { decideCardlessWithdrawal, decideCashWithdrawal } from '../../../../test/support/bank/decisions.ts'
import type { Service } from '../../../administration/institutions/directory.ts'
import { customer, general } from '../../../ledger/journal.ts'
import type { CashWithdrawalOrder } from '../core.ts'
import type { Usage } from './books/usage.ts'

function order(changes: Partial<CashWithdrawalOrder> = {}): CashWithdrawalOrder {
  const amount = { minor: 10_000n, currency: 'USD' }
  return { ...asked(), type: 'CASHWITHDRAWAL', amount, accessFeeMinor: 0n, ...changes }
}

describe('the journal of a withdrawal', () => {
  const JOURNALS: [title: string, order: CashWithdrawalOrder, entries: unknown[]][] = [
    [
      'cash comes out of the vault of the terminal',
      order(),
      [customer('A', 'USD', -10_000n), general('vault:ATM1', 'USD', 10_000n)],
    ],
    [
      'the access fee is a leg of its own',
      order({ accessFeeMinor: 250n }),
      [customer('A', 'USD', -10_000n), general('vault:ATM1', 'USD', 9_750n), general('fees:access', 'USD', 250n)],
    ],
  ]
  for (const [title, asking, entries] of JOURNALS) {
    test(title, () => {
      const decision = decideCashWithdrawal(asking, presented(), books({ accounts: [account()] }))
      assert.equal(decision.kind, 'post')
      assert.deepEqual('entries' in decision && decision.entries, entries)
    })
  }
})

// The order starts with every fault. Each step corrects one, and the next fault in the contract's order must decline it;
// after the last one the order is approved.
describe('of several reasons to decline, the first of the contract is given', () => {
  const STEPS = [
    ['912', 'the institution is suspended'],
    ['115', 'the service is off'],
    ['940', 'the terminal is unknown'],
    ['120', 'the terminal is inactive'],
    ['111', 'the card number is wrong'],
    ['118', 'the card is unknown'],
    ['104', 'the card is blocked'],
    ['114', 'the account is not the card’s'],
    ['182', 'the account is frozen'],
    ['119', 'the capability is missing'],
    ['181', 'the currency is another'],
    ['180', 'the notes do not make it up'],
    ['113', 'the fee is too high'],
    ['102', 'the account is under suspicion'],
    ['121', 'the amount limit is passed'],
    ['123', 'the count limit is passed'],
    ['110', 'the funds are short'],
  ] as const

  for (const [step, [code, why]] of STEPS.entries()) {
    test(`${code} when ${why}, and every earlier check passes`, () => {
      assert.deepEqual(attempt(step), { kind: 'decline', code })
    })
  }

  test('approved when all is well', () => assert.equal(attempt(STEPS.length).kind, 'post'))

  function attempt(mended: number) {
    const well = (code: (typeof STEPS)[number][0]) => STEPS.findIndex(([one]) => one === code) < mended
    const limits = {
      ...(!well('121') && { perTransactionMinor: 9_999n }),
      ...(!well('123') && { countPerDay: 0 }),
    }
    const at = presented({
      institution: {
        status: well('912') ? 'ACTIVE' : 'SUSPENDED',
        services: new Set(well('115') ? ['WITHDRAWAL'] : ['DEPOSIT']),
        limits,
        ...(!well('113') && { maxAccessFeeMinor: 99n }),
      },
      terminal: {
        status: well('120') ? 'ACTIVE' : 'INACTIVE',
        ...(!well('180') && { smallestNote: { minor: 700n, currency: 'USD' } }),
      },
      terminalId: well('940') ? 'ATM1' : 'ATM2',
      pan: well('111') ? '4000000000000010' : '4000000000000011',
      panHash: 'HASH',
    })
    const held = account({
      status: well('182') ? 'OPEN' : 'FROZEN',
      txnCapability: well('119') ? 'ALL' : 'NONE',
      currency: well('181') ? 'USD' : 'EUR',
      riskFlag: well('102') ? null : 'SUSPECTED_FRAUD',
      balanceMinor: well('110') ? 10_000n : 9_999n,
    })
    const used = card({ status: well('104') ? 'ACTIVE' : 'BLOCKED', accountIds: well('114') ? ['A'] : ['B'] })
    const read = books({ accounts: [held], cards: well('118') ? [used] : [] })
    return decideCashWithdrawal(order({ accessFeeMinor: 100n }), at, read)
  }
})

describe('single rules of a withdrawal', () => {
  const note = { smallestNote: { minor: 500n, currency: 'USD' } }
  type Case = [title: string, code: string, decide: () => ReturnType<typeof decideCashWithdrawal>]
  const CASES: Case[] = [
    ['an unknown account', '114', () => decideCashWithdrawal(order(), presented(), books())],
    ['a dormant account', '182', () => withAccount({ status: 'DORMANT' })],
    ['a closed account', '182', () => withAccount({ status: 'CLOSED' })],
    ['not to be honoured', '100', () => withAccount({ riskFlag: 'DO_NOT_HONOUR' })],
    ['held money is not available', '110', () => withAccount({ balanceMinor: 12_000n, heldMinor: 2_001n })],
    ['the rest of it is', '000', () => withAccount({ balanceMinor: 12_000n, heldMinor: 2_000n })],
    ['an agreed overdraft is available', '000', () => withAccount({ balanceMinor: 0n, overdraftMinor: 10_000n })],
    ['and no more than that', '110', () => withAccount({ balanceMinor: 0n, overdraftMinor: 9_999n })],
    ['whole notes', '000', () => withTerminal(note, order({ amount: { minor: 9_500n, currency: 'USD' } }))],
    ['no half notes', '180', () => withTerminal(note, order({ amount: { minor: 9_600n, currency: 'USD' } }))],
    [
      'notes make up the cash, not the amount',
      '000',
      () => withTerminal(note, order({ amount: { minor: 9_750n, currency: 'USD' }, accessFeeMinor: 250n })),
    ],
    [
      'notes of another currency say nothing',
      '000',
      () => withTerminal({ smallestNote: { minor: 7n, currency: 'EUR' } }, order()),
    ],
    ['a terminal without the service', '120', () => withTerminal({ services: new Set(['DEPOSIT']) }, order())],
    ['a registered terminal is not active yet', '120', () => withTerminal({ status: 'REGISTERED' }, order())],
    ['a fee at the cap', '000', () => withInstitution({ maxAccessFeeMinor: 250n }, order({ accessFeeMinor: 250n }))],
    ['a fee above it', '113', () => withInstitution({ maxAccessFeeMinor: 249n }, order({ accessFeeMinor: 250n }))],
    [
      'a cap says nothing about a fee in another currency',
      '000',
      () => {
        const inYen = order({ accessFeeMinor: 250n, amount: { minor: 10_000n, currency: 'JPY' } })
        const at = presented({ institution: { maxAccessFeeMinor: 0n } })
        return decideCashWithdrawal(inYen, at, books({ accounts: [account({ currency: 'JPY' })] }))
      },
    ],
    [
      'no terminal is said',
      '000',
      () => decideCashWithdrawal(order(), presented({ terminalId: undefined }), books({ accounts: [account()] })),
    ],
  ]
  for (const [title, code, decide] of CASES) {
    test(`${code}: ${title}`, () => {
      const decision = decide()
      assert.equal(decision.kind === 'decline' ? decision.code : '000', code)
    })
  }

  function withAccount(changes: Parameters<typeof account>[0]) {
    return decideCashWithdrawal(order(), presented(), books({ accounts: [account(changes)] }))
  }
  function withTerminal(
    terminal: NonNullable<Parameters<typeof presented>[0]>['terminal'] & object,
    asking: CashWithdrawalOrder,
  ) {
    return decideCashWithdrawal(asking, presented({ terminal }), books({ accounts: [account()] }))
  }
  function withInstitution(
    institution: NonNullable<Parameters<typeof presented>[0]>['institution'] & object,
    asking: CashWithdrawalOrder,
  ) {
    return decideCashWithdrawal(asking, presented({ institution }), books({ accounts: [account()] }))
  }
})

describe('what a withdrawal counts against', () => {
  const used: Usage = { date: TODAY, minor: 5_000n, count: 2 }

  test('the card, when one was presented', () => {
    const [held, shown] = [account(), card({ usage: used })]
    const at = presented({ pan: '4000000000000010', panHash: 'HASH' })
    const decision = decideCashWithdrawal(order(), at, books({ accounts: [held], cards: [shown] }))
    assert.deepEqual('usage' in decision && decision.usage, [{ of: shown.usage, minor: 10_000n, count: 1 }])
  })

  test('the account, when none was', () => {
    const held = account({ usage: { date: YESTERDAY, minor: 1n, count: 1 } })
    const decision = decideCashWithdrawal(order(), presented(), books({ accounts: [held] }))
    assert.ok('usage' in decision && decision.usage?.[0]?.of === held.usage)
  })

  test('the terminal besides, when its day is limited', () => {
    const read = books({ accounts: [account()], terminalUsage: [{ terminalId: 'ATM1', usage: used }] })
    const decision = decideCashWithdrawal(order(), presented({ terminal: { limits: { countPerDay: 9 } } }), read)
    assert.deepEqual('usage' in decision && decision.usage?.map(({ of }) => of === used), [false, true])
  })

  test('in another currency the count only', () => {
    const inYen = order({ amount: { minor: 10_000n, currency: 'JPY' } })
    const read = books({ accounts: [account({ currency: 'JPY' })] })
    const decision = decideCashWithdrawal(inYen, presented(), read)
    assert.deepEqual('usage' in decision && decision.usage?.map(({ minor, count }) => [minor, count]), [[0n, 1]])
  })
})

describe('a cardless withdrawal', () => {
  test('needs the cardless service and capability, not those of a withdrawal', () => {
    const capabilities = { CARD: { withdrawal: true }, LESS: { cardless: true } }
    const decide = (services: Service[], txnCapability: string) =>
      decideCardlessWithdrawal(
        order({ type: 'CARDLESSWITHDRAWAL' }),
        presented({ capabilities, institution: { services: new Set(services) } }),
        books({ accounts: [account({ txnCapability })] }),
      )
    assert.deepEqual(decide(['WITHDRAWAL'], 'LESS'), { kind: 'decline', code: '115' })
    assert.deepEqual(decide(['CARDLESS'], 'CARD'), { kind: 'decline', code: '119' })
    assert.equal(decide(['CARDLESS'], 'LESS').kind, 'post')
  })
})

describe('a withdrawal in a currency', () => {
  const CASES: [code: string | undefined, title: string, currencies: string[], service: 'cash' | 'cardless'][] = [
    [undefined, 'that the terminal holds', ['JPY', 'USD'], 'cash'],
    [undefined, 'at a terminal that lists none', [], 'cash'],
    ['181', 'that the terminal does not hold', ['JPY'], 'cash'],
    ['181', 'that the terminal does not hold, without a card', ['JPY'], 'cardless'],
  ]
  for (const [code, title, currencies, service] of CASES) {
    test(`${title}: ${code ?? 'approved'}`, () => {
      const decide = service === 'cash' ? decideCashWithdrawal : decideCardlessWithdrawal
      const at = presented({ terminal: { currencies: new Set(currencies) } })
      const decision = decide(order(), at, books({ accounts: [account()] }))
      assert.equal('code' in decision ? decision.code : undefined, code)
    })
  }
})
