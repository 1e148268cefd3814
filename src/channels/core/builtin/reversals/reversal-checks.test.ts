import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { account, asked, books, card, presented } from '../../../../../test/support/bank/books.ts'
import { decideCashWithdrawalReversal } from '../../../../../test/support/bank/decisions.ts'
import { CARD_STATUSES } from '../books/card.ts'
import { openReversal } from './reversal-checks.ts'

const A_CARD = '4000000000000010'
const NO_CARD = '4000000000000011'

describe('whether a reversal may look for its original', () => {
  // Faults in the contract's order. Each row also has the faults after its own, which must not decide.
  const STEPS = [
    ['912', 'the institution is suspended'],
    ['940', 'the terminal is unknown'],
    ['111', 'the card number is wrong'],
    ['118', 'the card is unknown'],
    ['114', 'the account is not the card’s'],
  ] as const
  for (const [step, [code, why]] of STEPS.entries()) {
    test(`${code} when ${why}, and every earlier check passes`, () => {
      assert.deepEqual(attempt(step).decision, { kind: 'decline', code })
    })
  }

  test('it may when all is well', () => {
    const { opened, decision } = attempt(STEPS.length)
    assert.deepEqual(opened, account())
    // It looked for the original and found none.
    assert.deepEqual(decision, { kind: 'decline', code: '914' })
  })

  const order = {
    ...asked(),
    type: 'CASHWITHDRAWALREVERSAL',
    originalType: 'CASHWITHDRAWAL',
    reasonCode: '4000',
    amountsIn: () => ({ originalMinor: 10_000n, reversedMinor: 10_000n }),
  }

  function attempt(mended: number) {
    const well = (code: (typeof STEPS)[number][0]) => STEPS.findIndex(([one]) => one === code) < mended
    const at = presented({
      institution: { status: well('912') ? 'ACTIVE' : 'SUSPENDED' },
      terminalId: well('940') ? 'ATM1' : 'ATM2',
      pan: well('111') ? A_CARD : NO_CARD,
      panHash: 'HASH',
    })
    const cards = well('118') ? [card({ accountIds: well('114') ? ['A'] : ['B'] })] : []
    const read = books({ accounts: [account()], cards })
    return { opened: openReversal(at, read, 'A'), decision: decideCashWithdrawalReversal(order, at, read) }
  }

  test('114 when the account is unknown, with a card and without', () => {
    const read = books({ accounts: [account({ accountId: 'B' })], cards: [card()] })
    assert.equal(openReversal(presented(), read, 'A'), '114')
    assert.equal(openReversal(presented({ pan: A_CARD, panHash: 'HASH' }), read, 'A'), '114')
  })

  for (const status of CARD_STATUSES.filter((one) => one !== 'ACTIVE')) {
    test(`it may with a card that is ${status} and a terminal out of service`, () => {
      const at = presented({ terminal: { status: 'INACTIVE' }, pan: A_CARD, panHash: 'HASH' })
      const read = books({ accounts: [account()], cards: [card({ status })] })
      assert.deepEqual(openReversal(at, read, 'A'), account())
      assert.deepEqual(decideCashWithdrawalReversal(order, at, read), { kind: 'decline', code: '914' })
    })
  }
})
