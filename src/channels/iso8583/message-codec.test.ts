import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Dialect } from './dialect.ts'
import { Iso8583Error } from './iso8583-error.ts'
import { type Message, MessageCodec } from './message-codec.ts'
import { ISO87, ISO93, variant } from './shipped-dialects.fixture.ts'

const PACKED_87 = variant(ISO87, {
  encodings: { mti: 'bcd', bitmap: 'binary', digits: 'bcd', bytes: 'binary', prefix: 'bcd' },
  fields: { 43: { parts: undefined }, 63: { content: 'b' } } as never,
})
const ASCII_93 = variant(ISO93, {
  encodings: { mti: 'ascii', bitmap: 'hex', digits: 'ascii', bytes: 'hex', prefix: 'ascii' },
})

const ascii = (text: string) => Buffer.from(text, 'latin1')
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

// Messages that others have published with their fields.
const PUBLISHED: readonly (readonly [title: string, dialect: Dialect, bytes: Buffer, message: Message])[] = [
  [
    'a purchase of 1987 in ASCII',
    ISO87,
    ascii('02003220000000808000000010000000001500120604120000000112340001840'),
    {
      mti: '0200',
      fields: { 3: '000010', 4: '000000001500', 7: '1206041200', 11: '000001', 41: '12340001', 49: '840' },
    },
  ],
  [
    'a request of 1987 with a second bitmap, LLVAR and LLLVAR',
    ISO87,
    ascii('0200B2200000001000000000000000800000201234000000010000110722183012345606A5DFGR021ABCDEFGHIJ 1234567890'),
    {
      mti: '0200',
      fields: {
        3: '201234',
        4: '000000010000',
        7: '1107221830',
        11: '123456',
        44: 'A5DFGR',
        105: 'ABCDEFGHIJ 1234567890',
      },
    },
  ],
  [
    'a network message of 1987, packed',
    PACKED_87,
    hex('0800 2020000000800000 000000 000001 3239313130303031'),
    { mti: '0800', fields: { 3: '000000', 11: '000001', 41: '29110001' } },
  ],
  [
    'an exchange of keys of 1987, packed, with bytes of varying length',
    PACKED_87,
    hex(
      '0800 2038000000200002 810000 000001 084909 0522 53415630305A303537363331202020205341564E4758313030313130303230303030202020202020 0011 010008B9F3F723CA3CD2F8',
    ),
    {
      mti: '0800',
      fields: {
        3: '810000',
        11: '000001',
        12: '084909',
        13: '0522',
        43: 'SAV00Z057631    SAVNGX100110020000',
        63: '010008B9F3F723CA3CD2F8',
      },
    },
  ],
  [
    'an answer to a sign-on, packed digits and text in EBCDIC',
    variant(PACKED_87, { encodings: { text: 'ebcdic' } }),
    hex('0810 8220000002000000 0400000000000000 0501130427 000005 F0F0 0001'),
    { mti: '0810', fields: { 7: '0501130427', 11: '000005', 39: '00', 70: '001' } },
  ],
  [
    'a financial request of 1993 in ASCII',
    ASCII_93,
    ascii(
      '1200F230040102A0000000000000040000001048468112122012340000100000001107221800000001161204171926FABCDE123ABD06414243000termid1210Community11112341234234',
    ),
    {
      mti: '1200',
      fields: {
        2: '4846811212',
        3: '201234',
        4: '000010000000',
        7: '1107221800',
        11: '000001',
        12: '161204171926',
        22: 'FABCDE123ABD',
        32: '414243',
        39: '000',
        41: 'termid12',
        43: 'Community1',
        102: '12341234234',
      },
    },
  ],
]

for (const [title, dialect, bytes, message] of PUBLISHED) {
  test(`reads and writes ${title}`, () => {
    const codec = new MessageCodec(dialect)
    assert.deepEqual(codec.decode(bytes), message)
    assert.equal(codec.encode(message).toString('hex'), bytes.toString('hex'))
  })
}

const BALANCES = [
  { accountType: '10', amountType: '01', currency: '840', sign: 'C', amount: '000000012345' },
  { accountType: '10', amountType: '02', currency: '840', sign: 'D', amount: '000000000045' },
]

test('composite fields are read and written by their parts', () => {
  const fields = {
    43: { name: 'Branch 7, Main St', city: 'Ostermoor', state: '', country: 'DE' },
    54: BALANCES,
    90: { mti: '0200', stan: '000123', transmittedAt: '1117010203', acquirer: '00000012345', forwarder: '00000000000' },
    95: {
      transaction: '000000005000',
      settlement: '000000000000',
      transactionFee: 'C00000100',
      settlementFee: 'D00000000',
    },
  }
  const body =
    'Branch 7, Main St      Ostermoor      DE' +
    '0401001840C0000000123451002840D000000000045' +
    '020000012311170102030000001234500000000000' +
    '000000005000000000000000C00000100D00000000'
  const codec = new MessageCodec(ISO87)
  const bytes = codec.encode({ mti: '0420', fields })
  assert.equal(bytes.toString('latin1'), `042080000000002004000000004200000000${body}`)
  assert.deepEqual(codec.decode(bytes), { mti: '0420', fields })
})

test('the original of a 1993 reversal has a part of varying length', () => {
  const fields = { 56: { mti: '1200', stan: '000123', localTime: '261117010203', acquirer: '12345' } }
  const codec = new MessageCodec(ISO93)
  const bytes = codec.encode({ mti: '1420', fields })
  // 29 digits, packed behind a zero.
  assert.equal(bytes.toString('hex'), '1420000000000000010029' + '012000001232611170102030512345')
  assert.deepEqual(codec.decode(bytes), { mti: '1420', fields })
})

test('lengths in binary count bytes', () => {
  const codec = new MessageCodec(
    variant(ISO93, { fields: { 48: { prefixEncoding: 'binary' }, 96: { prefixEncoding: 'binary' } } }),
  )
  const fields = { 48: 'x'.repeat(300), 96: 'AB'.repeat(260) }
  const bytes = codec.encode({ mti: '1200', fields })
  assert.equal(bytes.subarray(18, 20).toString('hex'), '012c')
  assert.equal(bytes.subarray(320, 322).toString('hex'), '0104')
  assert.deepEqual(codec.decode(bytes).fields, fields)
})

for (const [oddDigits, packed] of [
  ['zero-left', '05123450'],
  ['zero-right', '05123450'],
  ['f-right', '0512345f'],
] as const) {
  test(`an odd number of packed digits is filled by ${oddDigits}`, () => {
    const codec = new MessageCodec(variant(ISO93, { encodings: { oddDigits } }))
    const bytes = codec.encode({ mti: '1200', fields: { 32: '12345' } })
    assert.equal(bytes.subarray(10).toString('hex'), oddDigits === 'zero-left' ? '05012345' : packed)
    assert.deepEqual(codec.decode(bytes).fields, { 32: '12345' })
  })
}

const WRONG: readonly (readonly [title: string, fields: Message['fields'], error: RegExp])[] = [
  ['letters in a number', { 4: '00000000100A' }, /^DE 4: must consist of digits$/],
  ['a number that is too short', { 4: '100' }, /^DE 4: has a length of 3, not 12$/],
  ['a text that is too long', { 41: 'ATM000001' }, /^DE 41: has a length of 9, not 8$/],
  ['a variable field that is too long', { 2: '1'.repeat(20) }, /^DE 2: has a length of 20, not up to 19$/],
  ['half a byte', { 52: '0123456789ABCDE' }, /^DE 52: must consist of bytes as hexadecimal digits$/],
  ['a control character', { 44: 'a\nb' }, /^DE 44: must consist of printable characters$/],
  ['an amount without a sign', { 28: '000000100' }, /^DE 28: must consist of C or D and digits$/],
  ['a field that does not exist', { 65: '1' }, /^DE 65: is not in the dialect$/],
  ['a text instead of parts', { 90: '0'.repeat(42) }, /^DE 90: is an object of its parts$/],
  ['a part that is missing', { 54: [{ accountType: '10' }] as never }, /^DE 54: lacks its part amountType$/],
  ['a part that is not one', { 43: { name: 'a', place: 'b' } }, /^DE 43: has no part place$/],
  ['more groups than there may be', { 54: Array(7).fill(BALANCES[0]) }, /^DE 54: has more than 6 groups$/],
]

for (const [title, fields, error] of WRONG) {
  test(`refuses to write ${title}`, () => {
    assert.throws(() => new MessageCodec(ISO87).encode({ mti: '0200', fields }), isError(error))
  })
}

const UNREADABLE: readonly (readonly [title: string, text: string, error: RegExp])[] = [
  ['nothing', '', /^needs 4 bytes at byte 0, 0 are left$/],
  ['another version', '12000000000000000000', /^The message type is not of the version 1987$/],
  ['a type that is none', '02X00000000000000000', /^The message type must consist of four digits$/],
  ['a bitmap that is none', '0200000000000000000G', /^has hexadecimal digits that are none$/],
  ['a third bitmap', '0200800000000000000080000000000000000', /^The message has a third bitmap$/],
  ['a field that is cut off', '0200100000000000000000000000150', /^DE 4: needs 12 bytes at byte 20, 11 are left$/],
  ['a length that is no number', '020040000000000000001X4000', /^DE 2: has a prefix that is no number$/],
  ['a length beyond the field', '0200400000000000000020'.padEnd(42, '1'), /^DE 2: has a length of 20, not up to 19$/],
  ['more bytes than fields', '02000000000000000000X', /^The message has 1 bytes behind its last field$/],
]

for (const [title, text, error] of UNREADABLE) {
  test(`refuses to read ${title}`, () => {
    assert.throws(() => new MessageCodec(ISO87).decode(ascii(text)), isError(error))
  })
}

test('refuses packed digits that are none, and a filler that is not zero', () => {
  const codec = new MessageCodec(ISO93)
  assert.throws(
    () => codec.decode(hex('1200 1000000000000000 00000000010A')),
    isError(/^DE 4: has packed digits that are none$/),
  )
  assert.throws(
    () => codec.decode(hex('1200 0000000100000000 05112345')),
    isError(/^DE 32: has a wrong filler of its odd digit$/),
  )
})

function isError(message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof Iso8583Error, String(error))
    assert.match(error.message, message)
    return true
  }
}

describe('what can be told of a message that cannot be read', () => {
  const plain = new MessageCodec(ISO87)
  const key = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex')
  const keyed = new MessageCodec(ISO87, key)
  const MESSAGE = {
    mti: '0420',
    fields: { 2: '4000001234567899', 4: '000000000100', 11: '000987', 22: '051', 37: 'A1B2C3D4E5F6' },
  }
  const replaced = (bytes: Buffer, text: string, by: string) =>
    Buffer.from(bytes.toString('latin1').replace(text, by), 'latin1')

  const ROWS: [title: string, bytes: Buffer, told: object | undefined][] = [
    ['a field of wrong content', replaced(plain.encode(MESSAGE), '051', '05A'), [2, 4, 11, 37]],
    [
      'wrong content before the trace number',
      replaced(plain.encode(MESSAGE), '4000001234567899', '40000012345678 9'),
      [4, 11, 22, 37],
    ],
    ['a message that ends too early', plain.encode(MESSAGE).subarray(0, -4), [2, 4, 11, 22]],
    [
      'a length that is no number before the trace number',
      replaced(plain.encode(MESSAGE), '164000', 'x64000'),
      undefined,
    ],
    ['a trace number that is none', replaced(plain.encode(MESSAGE), '000987', '00O987'), undefined],
    ['no message at all', Buffer.from('ZZZZ'), undefined],
  ]
  for (const [title, bytes, told] of ROWS) {
    test(`${title}: ${told === undefined ? 'nothing' : 'its type and the fields around it'}`, () => {
      assert.throws(() => plain.decode(bytes), Iso8583Error)
      const found = plain.salvage(bytes)
      assert.deepEqual(found && Object.keys(found.fields).map(Number), told)
      if (told !== undefined) assert.equal(found?.mti, '0420')
    })
  }

  test('nothing without the right MAC', () => {
    const wrong = replaced(keyed.encode(MESSAGE), '051', '05A')
    assert.equal(keyed.salvage(wrong), undefined, 'the MAC is of other bytes')
    assert.equal(keyed.salvage(plain.encode(MESSAGE)), undefined, 'there is none')
  })
})
