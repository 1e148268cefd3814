import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, books, card, presented } from '../../../../test/support/bank/books.ts'
import { openReversal } from './reversal-checks.ts'

const A_CARD = '4000000000000010'
const NO_CARD = '4000000000000011'

describe('whether a reversal may look for its original', () => {
  // Each fault, in the contract's order: every row also has the faults after its own, and must not see them.
  const STEPS = [
    ['912', 'the institution is suspended'],
    ['940', 'the terminal is unknown'],
    ['111', 'the card number is wrong'],
    ['118', 'the card is unknown'],
    ['114', 'the account is not the card’s'],
  ] as const
  for (const [step, [code, why]] of STEPS.entries()) {
    test(`${code} when ${why}, and all before it is well`, () => assert.equal(attempt(step), code))
  }

  test('it may when all is well', () => {
    assert.deepEqual(attempt(STEPS.length), account())
  })

  function attempt(mended: number) {
    const well = (code: (typeof STEPS)[number][0]) => STEPS.findIndex(([one]) => one === code) < mended
    const at = presented({
      institution: { status: well('912') ? 'ACTIVE' : 'SUSPENDED' },
      terminalId: well('940') ? 'ATM1' : 'ATM2',
      pan: well('111') ? A_CARD : NO_CARD,
      panHash: 'HASH',
    })
    const cards = well('118') ? [card({ accountIds: well('114') ? ['A'] : ['B'] })] : []
    return openReversal(at, books({ accounts: [account()], cards }), 'A')
  }

  test('114 when the account is unknown, with a card and without', () => {
    const read = books({ accounts: [account({ accountId: 'B' })], cards: [card()] })
    assert.equal(openReversal(presented(), read, 'A'), '114')
    assert.equal(openReversal(presented({ pan: A_CARD, panHash: 'HASH' }), read, 'A'), '114')
  })

  for (const status of ['BLOCKED', 'EXPIRED', 'LOST', 'STOLEN', 'NOT_ACTIVE']) {
    test(`it may with a card that is ${status} and a terminal out of service`, () => {
      const at = presented({ terminal: { status: 'INACTIVE' }, pan: A_CARD, panHash: 'HASH' })
      const read = books({ accounts: [account()], cards: [card({ status })] })
      assert.deepEqual(openReversal(at, read, 'A'), account())
    })
  }
})
