// What a client concludes from the answers to one request.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Attempts } from './attempts.ts'

type Kind = 'done' | 'replay' | 'declined' | 'lost' | 500 | 503 | 504

function answerOf(kind: Kind) {
  if (kind === 'lost') return undefined
  const headers = new Headers(kind === 'replay' ? { 'x-idempotent-replay': 'true' } : {})
  return { status: typeof kind === 'number' ? kind : kind === 'declined' ? 422 : 200, headers, text: '{}' }
}

const CASES: readonly (readonly [
  title: string,
  answers: readonly Kind[],
  isCopied: boolean,
  fails: RegExp | undefined,
])[] = [
  ['an outcome at once is taken', ['done'], false, undefined],
  ['a refusal of the order is an outcome', [503, 'declined'], false, undefined],
  ['after 503 the request is carried out for the first time', [503, 503, 'done'], false, undefined],
  ['after 503 alone a replay shows that something was done', [503, 'replay'], false, /every answer was 503/],
  ['after several 503 alone too', [503, 503, 'replay'], false, /every answer was 503/],
  ['after 504 a replay is right', [503, 504, 'replay'], false, undefined],
  ['after a lost answer a replay is right', ['lost', 503, 'replay'], false, undefined],
  ['a copy sent beside it may have been faster', [503, 'replay'], true, undefined],
  ['what has its outcome is replayed, also after 503', ['done', 503, 'replay'], false, undefined],
  ['any other fault is a defect', [500], false, /answered 500/],
]

describe('answers to the attempts of one request', () => {
  for (const [title, answers, isCopied, fails] of CASES) {
    test(title, () => {
      const attempts = new Attempts({ isCopied })
      const take = () => {
        for (const kind of answers) attempts.take(answerOf(kind))
      }
      if (fails === undefined) take()
      else assert.throws(take, fails)
    })
  }

  const DROPS: readonly (readonly [answers: readonly Kind[], mayBeDropped: boolean])[] = [
    [[], false],
    [[503], true],
    [[503, 503], true],
    [[503, 504], false],
    [['lost', 503], false],
    [[503, 'done'], false],
  ]
  for (const [answers, mayBeDropped] of DROPS) {
    test(`after ${answers.join(', ') || 'nothing'} a request may ${mayBeDropped ? '' : 'not '}be dropped`, () => {
      const attempts = new Attempts()
      for (const kind of answers) attempts.take(answerOf(kind))
      assert.equal(attempts.mayBeDropped, mayBeDropped)
    })
  }
})
