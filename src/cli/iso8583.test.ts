import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from './commands.ts'

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
