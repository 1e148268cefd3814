// A dialect: what one network or host means by "ISO 8583". It is a JSON file; two are shipped in dialects/. Its field table, its
// encodings, its frames and its codes are data, so that another host needs a file and no code.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Type, { type Static } from 'typebox'
import { Errors } from 'typebox/value'
import { Iso8583Error } from './iso8583-error.ts'

const closed = { additionalProperties: false } as const

const Text = Type.Enum(['ascii', 'ebcdic'])
const Digits = Type.Enum(['ascii', 'ebcdic', 'bcd'])
const Bytes = Type.Enum(['binary', 'hex', 'hex-ebcdic'])
const Prefix = Type.Enum(['ascii', 'ebcdic', 'bcd', 'binary'])

// n digits, a letters, an both, ans printable, z track 2, b bytes, xn a sign (C or D) and digits.
const Content = Type.Enum(['n', 'a', 'an', 'ans', 'z', 'b', 'xn'])

/** A piece of a composite field. `prefix`: its length comes first, in so many digits; otherwise `length` is its own. */
const Part = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][A-Za-z]*$' }),
    content: Content,
    length: Type.Integer({ minimum: 1, maximum: 999 }),
    prefix: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
  },
  closed,
)

const Field = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    content: Content,
    /** Characters, or bytes of `b`: exactly so many, or at most with a `prefix`. */
    length: Type.Integer({ minimum: 1, maximum: 9999 }),
    /** Digits of the length in front: 2 for LLVAR, 3 for LLLVAR. */
    prefix: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    encoding: Type.Optional(Type.Enum(['ascii', 'ebcdic', 'bcd', 'binary', 'hex', 'hex-ebcdic'])),
    prefixEncoding: Type.Optional(Prefix),
    parts: Type.Optional(Type.Array(Part, { minItems: 1 })),
    /** The parts follow one another up to so many times. */
    repeats: Type.Optional(Type.Integer({ minimum: 2, maximum: 99 })),
    /** What logs show: a card number is masked, a secret left out. */
    sensitive: Type.Optional(Type.Enum(['pan', 'track', 'secret'])),
  },
  closed,
)

const Framing = Type.Object(
  {
    lengthBytes: Type.Union([Type.Literal(2), Type.Literal(4)]),
    lengthEncoding: Type.Enum(['binary', 'ascii']),
    /** Whether the length counts its own bytes. */
    includesItself: Type.Boolean(),
    /** The longest message that is read, header included. */
    maxBytes: Type.Integer({ minimum: 20, maximum: 65535 }),
    header: Type.Optional(
      Type.Union([
        /** Five bytes: an identifier, destination and source, which change places in the answer. */
        Type.Object({ kind: Type.Literal('tpdu'), bytes: Type.String({ pattern: '^[0-9A-F]{10}$' }) }, closed),
        Type.Object(
          { kind: Type.Literal('text'), text: Type.String({ minLength: 1, maxLength: 32, pattern: '^[ -~]+$' }) },
          closed,
        ),
      ]),
    ),
  },
  closed,
)

const Mac = Type.Object(
  {
    algorithm: Type.Enum(['X9.19', 'AES-CMAC']),
    /** The first so many bytes of the code; the rest of the field is zero. */
    bytes: Type.Integer({ minimum: 4, maximum: 8 }),
  },
  closed,
)

const Code = Type.String({ pattern: '^[0-9A-Z]{2,3}$' })

/** Data of a card that nothing here checks: the cryptogram of a chip, and the expiry date. */
export const UncheckedData = Type.Array(Type.Enum(['emv', 'expiry']), { uniqueItems: true })
export type UncheckedDatum = Static<typeof UncheckedData>[number]

export const DialectSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$' }),
    description: Type.Optional(Type.String()),
    version: Type.Union([Type.Literal(1987), Type.Literal(1993)]),
    encodings: Type.Object(
      {
        mti: Digits,
        bitmap: Bytes,
        digits: Digits,
        text: Text,
        bytes: Bytes,
        prefix: Prefix,
        oddDigits: Type.Optional(Type.Enum(['zero-left', 'zero-right', 'f-right'])),
      },
      closed,
    ),
    framing: Framing,
    mac: Type.Optional(Mac),
    fields: Type.Record(Type.String({ pattern: '^[0-9]+$' }), Field),
    /** The first two digits of DE 3 for each sort of order. */
    processingCodes: Type.Record(Type.String(), Type.String({ pattern: '^[0-9]{2}$' })),
    /** Orders of a switch that bring such data are refused, as nobody would check it. */
    refuseUnchecked: Type.Optional(UncheckedData),
    responseCodes: Type.Object(
      {
        /**
         * What an answer of the host means: a code of the gateway; `partial`: it approves less than was asked; `retry`: it did
         * nothing and may later; `unknown`: it does not say what it did.
         */
        received: Type.Record(Code, Type.String({ pattern: '^([0-9]{3}|partial|retry|unknown)$' })),
        /** What the gateway's codes are in an answer to a switch; `other` stands for those that are not listed. */
        sent: Type.Intersect([Type.Record(Type.String(), Code), Type.Object({ other: Code })]),
      },
      closed,
    ),
  },
  closed,
)

export type Dialect = Static<typeof DialectSchema>
export type FieldSpec = Static<typeof Field>
export type PartSpec = Static<typeof Part>
export type FramingSpec = Static<typeof Framing>
export type MacSpec = Static<typeof Mac>

/** The encodings that fit a content. */
const ENCODINGS_OF: Record<FieldSpec['content'], readonly string[]> = {
  n: ['ascii', 'ebcdic', 'bcd'],
  z: ['ascii', 'ebcdic', 'bcd'],
  a: ['ascii', 'ebcdic'],
  an: ['ascii', 'ebcdic'],
  ans: ['ascii', 'ebcdic'],
  xn: ['ascii', 'ebcdic'],
  b: ['binary', 'hex', 'hex-ebcdic'],
}

/** The fields that mean something to the codec itself. */
const [BITMAP, SECONDARY, MACS] = [1, 65, [64, 128]]

/** A dialect from what its file says. The error names every place that is wrong. */
export function readDialect(value: unknown): Dialect {
  const errors = Errors(DialectSchema, value)
  const faults = errors.length === 0 ? semanticFaults(value as Dialect) : errors.map(shapeFault)
  if (faults.length > 0) throw new Iso8583Error(`The dialect cannot be used: ${[...new Set(faults)].join('; ')}`)
  return value as Dialect
}

/** Where the shipped dialects are. */
const SHIPPED = new URL('../../../dialects/', import.meta.url)

/** A shipped dialect by its name, or the one of a file by its path (`./host.json`). */
export async function loadDialect(nameOrPath: string): Promise<Dialect> {
  const isName = /^[a-z0-9-]+$/.test(nameOrPath)
  let value: unknown
  try {
    value = JSON.parse(await readFile(isName ? new URL(`${nameOrPath}.json`, SHIPPED) : nameOrPath, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const fault = isMissing ? 'there is no such dialect' : (error as Error).message
    throw new Iso8583Error(`The dialect ${nameOrPath} cannot be used: ${fault}`)
  }
  return readDialect(value)
}

/** The shipped dialects and those of the files in a folder, by name. A file of the same name takes the place of a shipped one. */
export async function loadDialects(folder?: string): Promise<Map<string, Dialect>> {
  const shipped = await filesIn(fileURLToPath(SHIPPED))
  const own = folder === undefined ? [] : await filesIn(folder)
  const loaded = await Promise.all([...shipped, ...own].map(loadDialect))
  return new Map(loaded.map((dialect) => [dialect.name, dialect]))
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const fault = error.code === 'ENOENT' ? 'there is no such folder' : error.message
    throw new Iso8583Error(`The dialects of ${folder} cannot be read: ${fault}`)
  })
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name))
}

function shapeFault({ instancePath, message }: { instancePath: string; message: string }): string {
  return `${instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${message}`
}

function semanticFaults(dialect: Dialect): string[] {
  const faults: string[] = []
  for (const [key, spec] of Object.entries(dialect.fields)) {
    const number = Number(key)
    const say = (fault: string) => faults.push(`fields.${key} ${fault}`)
    if (number < 2 || number > 128 || number === BITMAP || number === SECONDARY)
      say('is no data element (2 to 64, 66 to 128)')
    if (spec.encoding !== undefined && !ENCODINGS_OF[spec.content].includes(spec.encoding)) {
      say(`encoding of ${spec.content} must be one of ${ENCODINGS_OF[spec.content].join(', ')}`)
    }
    if (spec.prefix === undefined && spec.prefixEncoding !== undefined) say('prefixEncoding needs a prefix')
    if (spec.prefix !== undefined && spec.length >= 10 ** spec.prefix) say('length does not fit its prefix')
    if (spec.repeats !== undefined && spec.parts === undefined) say('repeats needs parts')
    if (spec.parts !== undefined) for (const fault of partFaults(spec, spec.parts)) say(fault)
    if (MACS.includes(number) && (spec.content !== 'b' || spec.length !== 8 || spec.prefix !== undefined)) {
      say('holds the MAC: 8 bytes, content b')
    }
  }
  if (dialect.mac !== undefined && MACS.some((number) => dialect.fields[number] === undefined)) {
    faults.push('mac needs fields.64 and fields.128')
  }
  if (dialect.framing.lengthEncoding === 'ascii' && dialect.framing.maxBytes >= 10 ** dialect.framing.lengthBytes) {
    faults.push('framing.maxBytes does not fit its length')
  }
  return [...faults, ...networkFaults(dialect)]
}

const RESPONSE_CODE = 39
/** Time and number of a message, what a network message is about, and the codes of 1993 that the tables do not list. */
const NETWORK_VALUES: Record<Dialect['version'], Readonly<Record<string, readonly string[]>>> = {
  1987: { 7: ['1231235959'], 11: ['999999'], 70: ['001', '002', '301'], [RESPONSE_CODE]: [] },
  1993: { 7: ['1231235959'], 11: ['999999'], 24: ['801', '802', '831'], [RESPONSE_CODE]: ['400', '800'] },
}

/** What both sides always send has to fit: otherwise a peer's first message could not be answered. */
function networkFaults({ version, fields, responseCodes }: Dialect): string[] {
  const faults: string[] = []
  for (const [number, values] of Object.entries(NETWORK_VALUES[version])) {
    const spec = fields[number]
    const odd = values.find((value) => spec !== undefined && !holds(spec, value))
    if (spec === undefined) faults.push(`fields.${number} is missing`)
    else if (odd !== undefined) faults.push(`fields.${number} cannot hold ${odd}`)
  }
  const spec = fields[RESPONSE_CODE]
  const { received, sent } = responseCodes
  for (const [path, codes] of [
    ['received', Object.keys(received)],
    ['sent', Object.values(sent)],
  ] as const) {
    const odd = codes.find((code) => spec !== undefined && !holds(spec, code))
    if (odd !== undefined) faults.push(`responseCodes.${path} has ${odd}, which fields.${RESPONSE_CODE} cannot hold`)
  }
  return faults
}

/** Whether a field without parts takes a value of letters and digits. */
function holds({ content, length, prefix, parts }: FieldSpec, value: string): boolean {
  if (parts !== undefined || content === 'b' || content === 'z' || content === 'xn') return false
  if (content === 'n' && !/^\d*$/.test(value)) return false
  if (content === 'a' && !/^[A-Za-z]*$/.test(value)) return false
  return content === 'n' && prefix === undefined ? value.length === length : value.length <= length
}

function partFaults({ content, length, prefix, repeats = 1 }: FieldSpec, parts: readonly PartSpec[]): string[] {
  const faults: string[] = []
  const names = parts.map(({ name }) => name)
  if (new Set(names).size < names.length) faults.push('parts have a name twice')
  if (content === 'b' || content === 'z' || parts.some((part) => part.content === 'b' || part.content === 'z')) {
    faults.push('parts consist of characters, not of bytes or tracks')
  }
  const most = repeats * parts.reduce((sum, part) => sum + (part.prefix ?? 0) + part.length, 0)
  const isVarying = repeats > 1 || parts.some((part) => part.prefix !== undefined)
  if (isVarying ? prefix === undefined : prefix === undefined && most !== length) {
    faults.push(isVarying ? 'parts of varying length need a prefix' : `parts have ${most} characters, not ${length}`)
  }
  if (most > length) faults.push(`parts have up to ${most} characters, more than ${length}`)
  return faults
}
