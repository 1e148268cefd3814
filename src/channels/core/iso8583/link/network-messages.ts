// Messages about the connection itself: 0800 in the version of 1987, 1804 in that of 1993; and which answer belongs to which request.

import type { Dialect } from '../../../iso8583/dialect.ts'
import type { Message } from '../../../iso8583/message-codec.ts'

export type NetworkSignal = 'sign-on' | 'sign-off' | 'echo'

const MANAGEMENT_CODES: Record<NetworkSignal, string> = { 'sign-on': '001', 'sign-off': '002', echo: '301' }
const FUNCTION_CODES: Record<NetworkSignal, string> = { 'sign-on': '801', 'sign-off': '802', echo: '831' }
/** The action code of 1993 for a network message that was taken. */
const TAKEN_1993 = '800'

export interface Stamp {
  readonly stan: string
  /** DE 7. */
  readonly transmittedAt: string
}

export function networkMessage({ version }: Dialect, signal: NetworkSignal, { stan, transmittedAt }: Stamp): Message {
  const fields = { 7: transmittedAt, 11: stan }
  return version === 1987
    ? { mti: '0800', fields: { ...fields, 70: MANAGEMENT_CODES[signal] } }
    : { mti: '1804', fields: { ...fields, 24: FUNCTION_CODES[signal] } }
}

export function isNetworkRequest({ mti }: Message): boolean {
  return mti[1] === '8' && isRequest(mti)
}

/** What a host asks for itself. Keys are not exchanged yet; a cutover is only recorded. */
export type HostSignal = NetworkSignal | 'key-exchange' | 'cutover' | 'other'

const ASKED: Record<Dialect['version'], Readonly<Record<string, HostSignal>>> = {
  1987: { '001': 'sign-on', '002': 'sign-off', 301: 'echo', 101: 'key-exchange', 161: 'key-exchange', 201: 'cutover' },
  1993: { 801: 'sign-on', 802: 'sign-off', 831: 'echo', 811: 'key-exchange', 821: 'cutover' },
}
/** Codes of the gateway for what is not done: the function is not there, or not known. */
const REFUSALS: Partial<Record<HostSignal, string>> = { 'key-exchange': '115', other: '902' }

export function hostSignalOf({ version }: Dialect, { fields }: Message): HostSignal {
  const code = fields[version === 1987 ? 70 : 24]
  return (typeof code === 'string' ? ASKED[version][code] : undefined) ?? 'other'
}

/** What the host hears. Only what was done is answered as done. */
export function networkAnswer(dialect: Dialect, message: Message): Message {
  const { mti, fields } = message
  const { version, responseCodes, fields: known } = dialect
  const echoed = [7, 11, 24, 70].filter((number) => fields[number] !== undefined && known[number] !== undefined)
  const refusal = REFUSALS[hostSignalOf(dialect, message)]
  const { sent } = responseCodes
  const taken = version === 1987 ? (sent['000'] ?? '00') : TAKEN_1993
  const code = refusal === undefined ? taken : (sent[refusal] ?? sent.other)
  return {
    mti: answerType(mti),
    fields: { ...Object.fromEntries(echoed.map((number) => [number, fields[number]])), 39: code },
  } as Message
}

export function isTaken({ responseCodes }: Dialect, { fields }: Message): boolean {
  const code = fields[39]
  return code === TAKEN_1993 || (typeof code === 'string' && responseCodes.received[code] === '000')
}

export function isRequest(mti: string): boolean {
  return Number(mti[2]) % 2 === 0
}

/** 0200 and its repeat 0201 are answered with 0210, 0420 and 0421 with 0430, 1804 with 1814. */
export function answerType(mti: string): string {
  const origin = Number(mti[3])
  return `${mti.slice(0, 2)}${Number(mti[2]) + 1}${origin - (origin % 2)}`
}

export function repeatType(mti: string): string {
  const origin = Number(mti[3])
  return `${mti.slice(0, 3)}${origin - (origin % 2) + 1}`
}

/** DE 7 of an instant: month to second, in UTC. */
export function transmissionTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replaceAll(/\D/g, '').slice(4, 14)
}
