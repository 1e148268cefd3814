// What partners are told of digital banking: parties and accounts with the transaction that changes them, movements with their postings.
// How each looks to a partner is the family's business: it hands in its views.

import { storeEvent } from '../administration/events/event-outbox.ts'
import type { PostedEvent } from '../administration/events/posted-events.ts'
import type { Sql } from '../platform/storage/database.ts'
import type { DigitalAccount } from './accounts/digital-account.ts'
import type { Movement, MovementKind } from './movements/movement.ts'
import { sideOf } from './movements/reading/read-movements.ts'
import type { DigitalInstitution } from './parties/digital-institution.ts'
import type { DigitalUser } from './parties/digital-user.ts'

/** What the API answers about a resource, to a partner that may see it. */
export interface TokenViews {
  institution(institution: DigitalInstitution): object
  user(user: DigitalUser): object
  account(account: DigitalAccount): object
  movement(movement: Movement, partnerId: string): object
}

/** Tells of it as it now is. Call it under its lock, before the audit. */
export async function tellInstitution(
  sql: Sql,
  nowMs: number,
  views: TokenViews | undefined,
  one: DigitalInstitution,
): Promise<void> {
  if (views === undefined) return
  await storeEvent(sql, nowMs, {
    kind: one.made.version === 1 ? 'digital-institution.created' : 'digital-institution.changed',
    partnerId: one.partnerId,
    institutionId: one.bookId,
    resource: `digital-institution/${one.institutionId}`,
    data: views.institution(one),
  })
}

export async function tellUser(
  sql: Sql,
  nowMs: number,
  views: TokenViews | undefined,
  one: DigitalUser,
  bookId: string,
): Promise<void> {
  if (views === undefined) return
  await storeEvent(sql, nowMs, {
    kind: one.made.version === 1 ? 'digital-user.created' : 'digital-user.changed',
    partnerId: one.partnerId,
    institutionId: bookId,
    resource: `digital-user/${one.userId}`,
    data: views.user(one),
  })
}

export async function tellAccount(
  sql: Sql,
  nowMs: number,
  views: TokenViews | undefined,
  one: DigitalAccount,
): Promise<void> {
  if (views === undefined) return
  await storeEvent(sql, nowMs, {
    kind: one.made.version === 1 ? 'digital-account.created' : 'digital-account.changed',
    partnerId: one.partnerId,
    institutionId: one.bookId,
    resource: `digital-account/${one.accountId}`,
    data: views.account(one),
  })
}

const MOVED = {
  DEPOSIT: { kind: 'deposit.changed', resource: 'deposit' },
  REDEMPTION: { kind: 'redemption.changed', resource: 'redemption' },
  TRANSFER: { kind: 'transfer.changed', resource: 'transfer' },
} as const satisfies Readonly<Record<MovementKind, { readonly kind: string; readonly resource: string }>>

/** For its owner and, of a transfer that the payee's partner may see, for that one too: each in its own view. */
export function movementEvents(views: TokenViews, movement: Movement): PostedEvent[] {
  const { bookId, movementId, partnerId, version } = movement
  const { kind, resource } = MOVED[movement.kind]
  const event = { kind, bookId, resource: `${resource}/${movementId}`, version }
  const own = { ...event, partnerId, data: views.movement(movement, partnerId) }
  if (movement.kind !== 'TRANSFER' || sideOf(movement, movement.payee.partnerId) !== 'PAYEE') return [own]
  const { payee } = movement
  const theirs = {
    ...event,
    partnerId: payee.partnerId,
    institutionId: payee.bookId,
    data: views.movement(movement, payee.partnerId),
  }
  return [own, theirs]
}
