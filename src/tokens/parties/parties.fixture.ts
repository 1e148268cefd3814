// Institutions and users on a database, with settings that a test can change.

import { createHash } from 'node:crypto'
import { openPeople } from '../../../test/support/onboarding/people.ts'
import type { Actor } from '../../administration/audit/actor.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { DigitalSettings } from '../settings.ts'
import { DigitalInstitutions, type NewInstitution } from './institutions.ts'
import type { PartyRequest, StatusChange } from './party-request.ts'
import { DigitalUsers, type NewUser } from './users.ts'

export const START_MS = Date.UTC(2026, 0, 15, 10)
export const BANK: NewInstitution = { name: 'First Bank', country: 'US', currencies: ['USD', 'EUR'] }
const PERSON: NewUser = { type: 'INDIVIDUAL', firstName: 'Jane', lastName: 'Doe' }

export interface Parties {
  readonly database: Database
  readonly institutions: DigitalInstitutions
  readonly users: DigitalUsers
  readonly clock: { nowMs: number; now(): number }
  /** What properties say; a test may change it. */
  readonly settings: { -readonly [Key in keyof DigitalSettings]?: DigitalSettings[Key] }
  /** A request of this type with a reference of its own, unless one is given. */
  request(type: string, more?: RequestOptions): PartyRequest
  onboard(draft?: Partial<NewInstitution>, more?: RequestOptions): ReturnType<DigitalInstitutions['create']>
  enrol(institutionId: string, draft?: Partial<NewUser>, more?: RequestOptions): ReturnType<DigitalUsers['create']>
  moveInstitution(
    id: string,
    change: Pick<StatusChange<never>, 'expectedVersion'> & { readonly target: string },
    more?: RequestOptions,
  ): ReturnType<DigitalInstitutions['changeStatus']>
  moveUser(
    id: string,
    change: Pick<StatusChange<never>, 'expectedVersion'> & { readonly target: string },
    more?: RequestOptions,
  ): ReturnType<DigitalUsers['changeStatus']>
}

interface RequestOptions {
  readonly ref?: string
  readonly partnerId?: string
  readonly actor?: Actor
  readonly content?: string
}

let references = 0

/** The partners PARTNER01 and OTHER work for FI001 and FI002. */
export async function openParties(database: Database): Promise<Parties> {
  // Institutions of family A.
  await openPeople(database)
  const clock = { nowMs: START_MS, now: () => clock.nowMs }
  const settings: Parties['settings'] = {}
  const settingsOf = (): DigitalSettings => ({
    onboardingInstitutions: 'AUTO',
    onboardingUsers: 'AUTO',
    ledger: 'builtin',
    answerWithinMs: 2000,
    haltedAfterMs: 60_000,
    silentAfterMs: 900_000,
    limits: new Map(),
    netDebitCapMinor: new Map(),
    ...settings,
  })
  const institutions = new DigitalInstitutions({ database, clock, settingsOf })
  const users = new DigitalUsers({ database, clock, settingsOf })
  const request = (type: string, more: RequestOptions = {}): PartyRequest => {
    const { ref = `ref-${++references}`, partnerId = 'PARTNER01', actor = { clientId: 'client' }, content = '' } = more
    return {
      caller: { partnerId, institutionIds: new Set(['FI001', 'FI002', 'GONE']), actor },
      reference: { partnerId, type, ref, content: createHash('sha256').update(content).digest() },
      channelType: 'API',
    }
  }
  return {
    database,
    institutions,
    users,
    clock,
    settings,
    request,
    onboard: (draft, more) => institutions.create(request('FI_ONBOARDING', more), { ...BANK, ...draft }),
    enrol: (institutionId, draft, more) =>
      users.create(request('USER_ONBOARDING', more), institutionId, { ...PERSON, ...draft }),
    moveInstitution: (id, change, more) =>
      institutions.changeStatus(request('FI_ONBOARDING_STATUS', more), id, { reason: 'why', ...change } as never),
    moveUser: (id, change, more) =>
      users.changeStatus(request('USER_ONBOARDING_STATUS', more), id, { reason: 'why', ...change } as never),
  }
}
