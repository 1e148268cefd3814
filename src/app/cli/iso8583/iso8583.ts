// tillgate iso8583: one message at a time, for people who look at the bytes of a connection.

import { readFile } from 'node:fs/promises'
import { type Dialect, loadDialect } from '../../../channels/iso8583/dialect.ts'
import type { FieldValue } from '../../../channels/iso8583/fields/composite.ts'
import { FrameReader, writeFrame } from '../../../channels/iso8583/frames.ts'
import { Iso8583Error } from '../../../channels/iso8583/iso8583-error.ts'
import { maskMessage } from '../../../channels/iso8583/masked-message.ts'
import { type Message, MessageCodec } from '../../../channels/iso8583/message-codec.ts'
import type { Shell } from '../shell.ts'

interface CodecOptions {
  readonly dialect: string
  readonly text?: boolean
  readonly framed?: boolean
  readonly macKeyFile?: string
}

export interface DecodeOptions extends CodecOptions {
  readonly clear?: boolean
  readonly json?: boolean
}

export async function decodeMessage(given: string | undefined, options: DecodeOptions, shell: Shell): Promise<void> {
  const codec = await codecFor(options)
  const { dialect } = codec
  const bytes = readBytes(given ?? (await readInput(shell)), options.text ?? false)
  const message = codec.decode(options.framed ? unframed(bytes, dialect) : bytes)
  printMessage(options.clear ? message : maskMessage(message, dialect), dialect, options, shell)
}

export function printMessage(
  shown: Message,
  dialect: Dialect,
  { json }: { readonly json?: boolean },
  shell: Shell,
): void {
  if (json) {
    shell.print(JSON.stringify(shown, null, 2))
    return
  }
  shell.print(`MTI  ${shown.mti}`)
  for (const [number, value] of Object.entries(shown.fields)) {
    shell.print(`${number.padStart(3)}  ${textOf(value)}  (${dialect.fields[number]?.name})`)
  }
}

export async function encodeMessage(file: string | undefined, options: CodecOptions, shell: Shell): Promise<void> {
  const codec = await codecFor(options)
  const bytes = codec.encode(readMessage(file === undefined ? await readInput(shell) : await readGivenFile(file)))
  const written = options.framed ? writeFrame(codec.dialect.framing, bytes) : bytes
  shell.print(options.text ? written.toString('latin1') : written.toString('hex').toUpperCase())
}

export async function codecFor({
  dialect,
  macKeyFile,
}: Pick<CodecOptions, 'dialect' | 'macKeyFile'>): Promise<MessageCodec> {
  const key = macKeyFile === undefined ? undefined : readBytes(await readGivenFile(macKeyFile), false)
  return new MessageCodec(await loadDialect(dialect), key)
}

function readBytes(given: string, isText: boolean): Buffer {
  if (isText) return Buffer.from(given.replace(/\r?\n$/, ''), 'latin1')
  const digits = given.replaceAll(/\s/g, '')
  if (!/^([\da-f]{2})*$/i.test(digits))
    throw new Iso8583Error('The bytes must be given in hexadecimal digits (--text reads text)')
  return Buffer.from(digits, 'hex')
}

function unframed(bytes: Buffer, { framing }: Dialect): Buffer {
  const [frame, ...more] = new FrameReader(framing).push(bytes)
  if (frame === undefined || more.length > 0) throw new Iso8583Error('The bytes are not one whole frame')
  return frame.body
}

export function readMessage(text: string): Message {
  let value: Partial<Message> | null
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Iso8583Error(`The message must be JSON: ${(error as Error).message}`)
  }
  const { mti, fields } = value ?? {}
  if (typeof mti !== 'string' || typeof fields !== 'object' || fields === null) {
    throw new Iso8583Error('The message must have the form {"mti": "0200", "fields": {"3": "010000"}}')
  }
  return { mti, fields }
}

function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export async function readGivenFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Iso8583Error(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

export async function readInput({ input }: Shell): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
