// Which transaction cannot be the original of a reversal, whatever its account would allow.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { books, original, presented } from '../../../test/support/bank/books.ts'
import type { Original } from '../../channels/core/original.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { type DueReversal, decideReversal } from './decide-resolution.ts'

const TRANSFER = original({ type: 'TRANSFER', accountId: 'A', beneficiaryAccountId: 'B', currency: 'USD' })

const UNFIT: [why: string, differs: Partial<Original>, reversal: Partial<DueReversal>, message: RegExp | undefined][] =
  [
    ['nothing', {}, {}, undefined],
    ['the type', { type: 'DEPOSIT' }, {}, /of another type/],
    ['the account', { accountId: 'C' }, {}, /of another account/],
    ['the beneficiary', { beneficiaryAccountId: 'C' }, {}, /of another beneficiary/],
    ['a beneficiary that the reversal does not name', {}, { beneficiaryAccountId: null }, /of another beneficiary/],
    ['the currency', { currency: 'EUR' }, {}, /in another currency/],
    ['the code', { responseCode: '110' }, {}, /was not approved/],
    ['all of it, reversed before', { reversedMinor: TRANSFER.amountMinor }, {}, /already reversed/],
    ['an amount of nothing', {}, { amountMinor: 0n }, /has no amount/],
    ['one cent more than is left', { reversedMinor: 1n }, {}, /exceeds what is left/],
  ]

describe('an original that differs in', () => {
  for (const [why, differs, reversal, message] of UNFIT) {
    test(`${why} ${message === undefined ? 'fits' : 'does not fit'}`, () => {
      const due: DueReversal = {
        type: 'TRANSFERREVERSAL',
        accountId: 'A',
        beneficiaryAccountId: 'B',
        amountMinor: TRANSFER.amountMinor,
        currency: 'USD',
        ...reversal,
      }
      // Posted elsewhere: an original that fits is refused for that.
      const context = { presented: presented(), books: books(), isPostedHere: false }
      const decision = decideReversal('MATCH', due, { ...TRANSFER, ...differs }, context)
      assert.ok(decision instanceof Problem)
      assert.match(decision.message, message ?? /a remote core posted the original/)
    })
  }
})
