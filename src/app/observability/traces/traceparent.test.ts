import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTraceparent, parseTraceparent } from './traceparent.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const VALID = `00-${TRACE_ID}-${SPAN_ID}-01`

// One row per header: what it is, and whether it is taken as sampled, not sampled, or ignored.
const HEADERS: [title: string, header: string | undefined, flags: number | undefined][] = [
  ['a sampled parent', VALID, 1],
  ['a parent that is not sampled', `00-${TRACE_ID}-${SPAN_ID}-00`, 0],
  ['flags that are not known yet', `00-${TRACE_ID}-${SPAN_ID}-ff`, 1],
  ['a later version', `01-${TRACE_ID}-${SPAN_ID}-01`, 1],
  ['a later version with more fields', `01-${TRACE_ID}-${SPAN_ID}-01-more`, 1],
  ['version 00 with more fields', `${VALID}-more`, undefined],
  ['the forbidden version', `ff-${TRACE_ID}-${SPAN_ID}-01`, undefined],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN_ID}-01`, undefined],
  ['a parent id of zeros', `00-${TRACE_ID}-${'0'.repeat(16)}-01`, undefined],
  ['capital letters', VALID.toUpperCase(), undefined],
  ['two headers, joined', `${VALID}, ${VALID}`, undefined],
  ['a header that is too long', `01-${TRACE_ID}-${SPAN_ID}-01-${'x'.repeat(300)}`, undefined],
  ['an empty one', '', undefined],
  ['none', undefined, undefined],
]

for (const [title, header, flags] of HEADERS) {
  test(`${title} is ${flags === undefined ? 'ignored' : 'honoured'}`, () => {
    const expected =
      flags === undefined ? undefined : { traceId: TRACE_ID, spanId: SPAN_ID, traceFlags: flags, isRemote: true }
    assert.deepEqual(parseTraceparent(header), expected)
  })
}

test('what is sent on is what would be honoured', () => {
  for (const header of [VALID, `00-${TRACE_ID}-${SPAN_ID}-00`]) {
    const context = parseTraceparent(header)
    assert.ok(context)
    assert.equal(formatTraceparent(context), header)
  }
})
