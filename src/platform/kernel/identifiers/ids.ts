// Identifiers: time-ordered UUIDs for records, random ones for correlation, six-character authorization ids.

import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** A random UUID v4, for correlation ids that a caller did not send. */
export function newCorrelationId(): string {
  return randomUUID()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

export function isUuidV4(text: string): boolean {
  return UUID_V4.test(text)
}

let lastMs = 0
let counter = 0
/** The milliseconds of the last id, as it begins. */
let timePart = ''
// Draw random digits in large blocks: asking the system for eight bytes at a time costs more than the rest of the id.
const POOL_BYTES = 4096
let pool = ''
let poolOffset = 0

/**
 * A UUID v7 (RFC 9562): the millisecond, then a 12-bit counter, then 62 random bits. Ids made by one process sort in
 * the order they were made, also within a millisecond and when the clock steps back.
 */
export function newId(nowMs: number): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    timePart = timePartOf(nowMs)
    counter = 0
  } else if (++counter > 0xfff) {
    lastMs++
    timePart = timePartOf(lastMs)
    counter = 0
  }
  if (poolOffset === pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex')
    poolOffset = 0
  }
  const at = poolOffset
  poolOffset += 16
  // Pieces this short are copies: an id does not keep the pool.
  const variant = VARIANTS[Number.parseInt(pool[at] as string, 16)] as string
  const sequence = SEQUENCES[counter] ?? sequenceOf(counter)
  return `${timePart}${sequence}-${variant}${pool.slice(at + 1, at + 4)}-${pool.slice(at + 4, at + 16)}`
}

/** The variant of RFC 9562 with two random bits, by a random digit. */
const VARIANTS = '89ab'.repeat(4)
/** Those of ids that are made in one millisecond; there are seldom more. */
const SEQUENCES = Array.from({ length: 64 }, (_none, counted) => sequenceOf(counted))

function sequenceOf(counted: number): string {
  return counted.toString(16).padStart(3, '0')
}

/** As the id begins, with the version. */
function timePartOf(epochMs: number): string {
  const time = epochMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}

const SHORT_EPOCH_MS = 1_600_000_000_000
const SHORT_RANDOM_BITS = 20

/** A bigint of the database that grows with time: the millisecond, then 20 random bits. Not unique by itself: a key has to be. */
export function newShortId(nowMs: number): bigint {
  return (BigInt(nowMs - SHORT_EPOCH_MS) << BigInt(SHORT_RANDOM_BITS)) | BigInt(randomInt(2 ** SHORT_RANDOM_BITS))
}

/** The lowest id that can have been made at an instant, for bounding a search by time. */
export function earliestIdAt(epochMs: number): string {
  const time = Math.max(0, Math.floor(epochMs)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

const AUTH_ID_SPACE = 36 ** 6
// Multiplying by a number coprime to 36^6 visits every value once and scatters consecutive ones, so that a bank's volume
// cannot be read off its authorization ids.
const AUTH_ID_STEP = 1_402_406_251n

/** The n-th authorization id: six upper-case letters and digits, all different for 36^6 consecutive n. */
export function authIdAt(n: bigint): string {
  const scattered = Number((n * AUTH_ID_STEP) % BigInt(AUTH_ID_SPACE))
  return scattered.toString(36).toUpperCase().padStart(6, '0')
}

/** An authorization id for an inquiry while the sequence cannot be reached. */
export function randomAuthId(): string {
  return randomInt(AUTH_ID_SPACE).toString(36).toUpperCase().padStart(6, '0')
}
