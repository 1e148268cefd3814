import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { promptHidden, type Terminal } from './prompt-hidden.ts'

// One row per way of typing: the chunks that arrive, and the answer.
const TYPED: [title: string, chunks: (string | Buffer)[], answer: string | undefined][] = [
  ['a line', ['secret\r'], 'secret'],
  ['a pasted line with more text', ['secret\nmore\n'], 'secret'],
  ['key by key', [...'secret', '\r'], 'secret'],
  ['a mistake taken back', ['secref\x7ft\r'], 'secret'],
  ['an erased two-byte letter', ['caf', Buffer.from('é'), '\x7fe\r'], 'cafe'],
  ['a letter split across chunks', [Buffer.from([0xc3]), Buffer.from([0xa9]), '\r'], 'é'],
  ['more erased than typed', ['a\x7f\x7f\x7fb\r'], 'b'],
  ['a line taken back', ['wrong\x15right\r'], 'right'],
  ['spaces', [' a b \r'], ' a b '],
  ['nothing', ['\r'], ''],
  ['Ctrl-C', ['sec\x03'], undefined],
  ['Ctrl-D', ['\x04'], undefined],
  ['Ctrl-D after some text', ['secret\x04'], 'secret'],
]

for (const [title, chunks, answer] of TYPED) {
  test(`${title}: ${JSON.stringify(answer)}`, async () => {
    const { terminal, modes } = fakeTerminal()
    const printed: string[] = []
    const asked = promptHidden('Password: ', terminal, (text) => printed.push(text))
    for (const chunk of chunks) terminal.emit('data', Buffer.from(chunk))
    assert.equal(await asked, answer)
    assert.equal(printed.join(''), 'Password: \n')
    assert.deepEqual(modes, [true, false])
    assert.equal(terminal.listenerCount('data'), 0)
  })
}

test('the prompt is shown only once echo is off', async () => {
  const { terminal, modes } = fakeTerminal()
  const modeAtPrint: (boolean | undefined)[] = []
  const asked = promptHidden('Password: ', terminal, () => modeAtPrint.push(modes.at(-1)))
  terminal.emit('data', Buffer.from('\r'))
  await asked
  assert.equal(modeAtPrint[0], true)
})

test('a closed terminal gives no answer', async () => {
  const { terminal, modes } = fakeTerminal()
  const asked = promptHidden('', terminal, () => {})
  terminal.emit('end')
  assert.equal(await asked, undefined)
  assert.deepEqual(modes, [true, false])
})

function fakeTerminal() {
  const modes: boolean[] = []
  const terminal = Object.assign(new EventEmitter(), {
    setRawMode: (mode: boolean) => modes.push(mode),
    resume() {},
    pause() {},
  })
  return { terminal: terminal as unknown as Terminal & EventEmitter, modes }
}
