// Messages about the connection itself: 0800 in the version of 1987, 1804 in that of 1993; and which answer belongs to which request.

import type { Dialect } from '../../iso8583/dialect.ts'
import type { Message } from '../../iso8583/message-codec.ts'

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

/** What a host hears that signs on or asks for an echo itself. */
export function networkAnswer({ version, responseCodes }: Dialect, { mti, fields }: Message): Message {
  const echoed = [7, 11, 24, 70].flatMap((number) => (fields[number] === undefined ? [] : [[number, fields[number]]]))
  const code = version === 1987 ? (responseCodes.sent['000'] ?? '00') : TAKEN_1993
  return { mti: answerType(mti), fields: { ...Object.fromEntries(echoed), 39: code } }
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
