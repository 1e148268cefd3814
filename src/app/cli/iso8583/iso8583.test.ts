import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadDialect } from '../../../channels/iso8583/dialect.ts'
import { FrameReader, writeFrame } from '../../../channels/iso8583/frames.ts'
import { MessageCodec } from '../../../channels/iso8583/message-codec.ts'
import { runCommand } from '../commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-iso8583-'))
after(() => rmSync(folder, { recursive: true }))
const keyFile = join(folder, 'mac.key')
writeFileSync(keyFile, '0123456789ABCDEFFEDCBA9876543210\n')

async function run(args: string[], input = ''): Promise<{ code: number; printed: string; errors: string }> {
  const lines: string[] = []
  const errors: string[] = []
  const code = await runCommand(['iso8583', ...args], {
    env: {},
    input: (async function* () {
      yield input
    })(),
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
  })
  return { code, printed: lines.join('\n'), errors: errors.join('\n') }
}

const MESSAGE = {
  mti: '0200',
  fields: { 2: '4000000000000010', 3: '010000', 35: '4000000000000010=3012101', 52: 'A1B2C3D4E5F60718' },
}
const TEXT = '02006000000020001000164000000000000010010000244000000000000010=3012101A1B2C3D4E5F60718'
const DIALECT = ['--dialect', 'iso87-ascii']

test('a message is shown with its card number masked and its secrets left out', async () => {
  const { code, printed } = await run(['decode', ...DIALECT, '--text', TEXT])
  assert.equal(code, 0)
  assert.equal(
    printed,
    [
      'MTI  0200',
      '  2  400000******0010  (Primary account number)',
      '  3  010000  (Processing code)',
      ' 35  400000******0010  (Track 2 data)',
      ' 52  (left out)  (PIN data)',
    ].join('\n'),
  )
})

test('what decode prints is what encode takes, framed and with a MAC', async () => {
  const codec = [...DIALECT, '--framed', '--mac-key-file', keyFile]
  const encoded = await run(['encode', ...codec], JSON.stringify(MESSAGE))
  assert.equal(encoded.code, 0)
  const decoded = await run(['decode', ...codec, '--clear', '--json'], encoded.printed)
  const { 64: mac, ...fields } = JSON.parse(decoded.printed).fields
  assert.match(mac, /^[\dA-F]{16}$/)
  assert.deepEqual({ mti: '0200', fields }, MESSAGE)
})

const MISTAKES: readonly (readonly [args: string[], input: string, line: RegExp])[] = [
  [
    ['decode', '--dialect', 'iso20022', '00'],
    '',
    /^tillgate: The dialect iso20022 cannot be used: there is no such dialect$/,
  ],
  [['decode', ...DIALECT, TEXT], '', /^tillgate: The bytes must be given in hexadecimal digits/],
  [
    ['decode', ...DIALECT, '--text', TEXT.slice(0, -1)],
    '',
    /^tillgate: DE 52: needs 16 bytes at byte 70, 15 are left$/,
  ],
  [['encode', ...DIALECT], '{"mti": "0200"}', /^tillgate: The message must have the form/],
  [['encode', ...DIALECT], '{"mti": "0200", "fields": {"4": "1.00"}}', /^tillgate: DE 4: must consist of digits$/],
  [['encode', ...DIALECT, '--mac-key-file', join(folder, 'none')], '{}', /cannot be read: ENOENT$/],
]

for (const [args, input, line] of MISTAKES) {
  test(`${args.slice(0, 4).join(' ')} … says what is wrong: ${line.source}`, async () => {
    const { code, printed, errors } = await run(args, input)
    assert.deepEqual([code, printed], [1, ''])
    assert.match(errors, line)
  })
}

test('send prints the masked answer of a peer, and says why there is none', async () => {
  const dialect = await loadDialect('iso87-ascii')
  const codec = new MessageCodec(dialect, Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex'))
  const server = createServer((socket) => {
    const reader = new FrameReader(dialect.framing)
    socket.on('data', (chunk) => {
      for (const { body } of reader.push(chunk)) {
        const { fields } = codec.decode(body)
        const answer = (stan: string) =>
          codec.encode({ mti: '0210', fields: { 2: fields[2] ?? '', 11: stan, 39: '00' } })
        if (fields[11] === '000009') socket.destroy()
        // One that belongs to another message comes first.
        for (const stan of ['999999', fields[11] as string]) socket.write(writeFrame(dialect.framing, answer(stan)))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const to = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = (stan: string) =>
    ['{', '"mti": "0200", "fields": {"2": "4000000000000010", "11": "', stan, '"}}'].join('')
  const sent = ['send', '--to', to, ...DIALECT, '--mac-key-file', keyFile]
  try {
    const { code, printed } = await run([...sent, args('000001')])
    assert.equal(code, 0)
    assert.match(printed, /^MTI {2}0210\n {2}2 {2}400000\*{6}0010 .*\n 11 {2}000001 .*\n 39 {2}00 /)
    const none = await run(sent, args('000009'))
    assert.deepEqual([none.code, none.errors], [1, 'tillgate: no answer: the peer closed the connection'])
  } finally {
    server.close()
  }
  const gone = await run([...sent, args('000001')])
  assert.deepEqual([gone.code, gone.errors], [1, 'tillgate: no answer: ECONNREFUSED'])
  for (const [more, line] of [
    [['--to', 'nowhere'], /--to takes host:port/],
    [['--to', to, '--ca-file', keyFile], /need --tls/],
    [['--to', to, '--tls', '--cert-file', keyFile], /belong together/],
    [['--to', to, '--tls', '--cert-file', keyFile, '--key-file', keyFile], /take PEM/],
  ] as const) {
    const refused = await run(['send', ...DIALECT, ...more, args('000001')])
    assert.equal(refused.code, 1)
    assert.match(refused.errors, line)
  }
})
