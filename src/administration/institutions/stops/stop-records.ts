// Stops as they are stored, read and listed. One that is active and whose time is over counts as expired.

import { numberFromMinor } from '../../../platform/kernel/money/money.ts'
import type { NewEvent } from '../../events/event-outbox.ts'
import { recordKind } from '../../records/column-kind.ts'
import { column, computed, derived, instant, optional, sorted } from '../../records/columns.ts'
import type { RecordFields } from '../../records/record-kind.ts'
import { ofInstitution } from '../../records/scope-conditions.ts'
import type { Service, TerminalKind } from '../directory.ts'
import { institutionProblem } from '../institution-problems.ts'

export const STOP_STATES = ['ACTIVE', 'LIFTED', 'EXPIRED'] as const
export type StopState = (typeof STOP_STATES)[number]

/** What is stopped: all that are named must fit an order. */
export interface Stopped {
  readonly institutionId?: string
  readonly partnerId?: string
  readonly clientId?: string
  readonly terminalId?: string
  readonly terminalKind?: Exclude<TerminalKind, 'UNKNOWN'>
  /** None: every service that moves money, and tokens and disbursements too. */
  readonly services: readonly Service[]
  /** The beginning of the card number. */
  readonly bin?: string
  readonly currencyCode?: string
  /** In major units of the currency: what is more is stopped. */
  readonly amountOver?: number
  /** Of family C. */
  readonly payerInstitutionId?: string
  readonly payeeInstitutionId?: string
}

export interface StopRecord extends RecordFields, Stopped {
  readonly reason: string
  readonly note?: string
  readonly expiresAt: string
  readonly state: StopState
  /** Why it was lifted, and when. */
  readonly liftReason?: string
  readonly liftedAt?: string
}

export interface StopFilter {
  readonly institutionId?: string | undefined
  readonly partnerId?: string | undefined
  readonly state?: readonly StopState[] | undefined
}

interface AmountColumns {
  amount_over_minor: bigint | null
  currency_code: string | null
}

function stateAt(now: string): string {
  return `CASE WHEN s.state = 'ACTIVE' AND s.expires_at <= ${now} THEN 'EXPIRED' ELSE s.state END`
}

export const STOPS = recordKind<StopRecord, StopFilter>({
  resource: 'stop',
  table: 'stops s',
  order: 's.created_at DESC, s.id DESC',
  columns: {
    institutionId: optional('institution_id', true),
    partnerId: optional('partner_id', true),
    clientId: optional('client_id'),
    terminalId: optional('terminal_id'),
    terminalKind: optional('terminal_kind'),
    services: column('services'),
    bin: optional('bin'),
    currencyCode: optional('currency_code'),
    amountOver: computed<AmountColumns, number>(['amount_over_minor', 'currency_code'], (row) =>
      row.amount_over_minor === null || row.currency_code === null
        ? undefined
        : numberFromMinor(row.amount_over_minor, row.currency_code),
    ),
    payerInstitutionId: optional('payer_institution_id'),
    payeeInstitutionId: optional('payee_institution_id'),
    reason: sorted('reason'),
    note: optional('note'),
    expiresAt: instant('expires_at', true),
    state: derived('state', (_, { nowMs }, parameters) => stateAt(`${parameters.add(new Date(nowMs))}::timestamptz`)),
    liftReason: optional('lift_reason'),
    liftedAt: instant('lifted_at'),
  },
  inScope: (scope, parameters) => ofInstitution('s', scope, parameters),
  matching({ institutionId, partnerId, state }, { nowMs }, where) {
    where.addFor(institutionId, (value) => `s.institution_id = ${value}`)
    where.addFor(partnerId, (value) => `s.partner_id = ${value}`)
    where.addFor(state, (values) => {
      return `${stateAt(`${where.parameters.add(new Date(nowMs))}::timestamptz`)} = ANY (${values}::text[])`
    })
  },
  event: stopEvent,
  ownerOf: ({ institutionId }) => (institutionId === undefined ? {} : { institutionId }),
  refusals: {
    notFound: () => institutionProblem('stop-not-found', 'there is no such stop'),
    changed: () => institutionProblem('stop-changed', 'the stop was changed since it was read'),
  },
})

/** Of the partner, or of all partners of the institution. One that names neither concerns none in particular. */
function stopEvent(before: StopRecord | undefined, after: StopRecord | undefined): NewEvent | undefined {
  if (after === undefined) return undefined
  const { id, institutionId, partnerId, services, reason, expiresAt, state, version, updatedAt } = after
  if (institutionId === undefined && partnerId === undefined) return undefined
  const { clientId, terminalId, terminalKind, bin, currencyCode, amountOver } = after
  const named = { institutionId, partnerId, clientId, terminalId, terminalKind, bin, currencyCode, amountOver }
  const stopped = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  return {
    kind: before === undefined ? 'stop.created' : 'stop.changed',
    ...(partnerId !== undefined && { partnerId }),
    ...(institutionId !== undefined && { institutionId }),
    resource: `stop/${id}`,
    data: { stopId: id, ...stopped, services, reason, expiresAt, state, version, updatedAt },
  }
}
