import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLine } from './read-line.ts'

async function* pieces(...texts: string[]): AsyncIterable<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

// One row per input: how it arrives, and the line.
const INPUTS: [arrives: string[], line: string][] = [
  [['one line\n'], 'one line'],
  [['no line end'], 'no line end'],
  [['from Windows\r\n'], 'from Windows'],
  [['in ', 'two pieces\n'], 'in two pieces'],
  [['first\nsecond\n'], 'first'],
  [['  blanks count  \n'], '  blanks count  '],
  [[], ''],
  [['\n'], ''],
]
for (const [arrives, line] of INPUTS) {
  test(`${JSON.stringify(arrives)} is the line ${JSON.stringify(line)}`, async () => {
    assert.equal(await readLine(pieces(...arrives)), line)
  })
}

test('a character split across two chunks stays whole', async () => {
  const bytes = Buffer.from('pässword\n')
  const cut = (async function* () {
    yield bytes.subarray(0, 2)
    yield bytes.subarray(2)
  })()
  assert.equal(await readLine(cut), 'pässword')
})

test('an endless input is cut off', async () => {
  const endless = (async function* () {
    for (;;) yield Buffer.alloc(1000, 'x')
  })()
  assert.ok((await readLine(endless)).length > 4096)
})
