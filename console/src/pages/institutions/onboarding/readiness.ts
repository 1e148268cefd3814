// What an institution needs before it can take traffic.

import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import type { Action, ModuleId } from '../../../session/entitlements.ts'
import { word } from '../../../texts/translate.ts'
import { type Institution, isEditable } from '../institution.ts'

export type Requirement = onboarding.GetInstitutionReadinessReply['data']['missing'][number]

export interface RequirementWords {
  readonly requirement: Requirement
  readonly title: string
  readonly why: string
  /** Where it is added, and who may. */
  readonly to: (institution: Institution) => { to: string; search?: Record<string, string> }
  readonly toLabel: string
  readonly needs: readonly [ModuleId, Action]
  /** A field of the institution, which cannot be changed while it is handed in. */
  readonly isField: boolean
}

export const REQUIREMENTS: readonly RequirementWords[] = [
  {
    requirement: 'TECHNICAL_CONTACT',
    title: 'A technical contact',
    why: 'Whom to call when its core does not answer.',
    to: ({ id }) => ({ to: `/institutions/${id}/edit`, search: { step: 'contacts' } }),
    toLabel: 'Add a contact',
    needs: ['INSTITUTIONS', 'UPDATE'],
    isField: true,
  },
  {
    requirement: 'BIN',
    title: word('A BIN'),
    why: 'The first digits of its cards, by which its customers are found.',
    to: ({ id }) => ({ to: `/institutions/${id}/edit`, search: { step: 'cards' } }),
    toLabel: 'Add a BIN',
    needs: ['INSTITUTIONS', 'UPDATE'],
    isField: true,
  },
  {
    requirement: 'CORE_CONNECTIVITY',
    title: 'An active core connectivity',
    why: 'The core bank that keeps its accounts, tested and switched on in this environment.',
    to: ({ institutionId }) => ({ to: '/connectivity/new', search: { institutionId } }),
    toLabel: 'Connect its core',
    needs: ['CORE_CONNECTIVITY', 'CREATE'],
    isField: false,
  },
  {
    requirement: 'ACCOUNT_TYPE',
    title: 'An active account type',
    why: 'The kinds of accounts that channels may use: checking, savings, loans …',
    to: ({ institutionId }) => ({ to: '/account-types/new', search: { institutionId } }),
    toLabel: 'Add an account type',
    needs: ['ACCOUNT_TYPES', 'CREATE'],
    isField: false,
  },
]

export function useReadiness({ id, version }: Institution) {
  return useQuery({
    queryKey: ['institutions', 'readiness', id, version],
    queryFn: () => ask(admin.getInstitutionReadiness({ id })),
    // Connectivity and account types are added on other pages.
    staleTime: 0,
  })
}

/** What is missing and could not be added after submitting: an approved institution cannot be changed. */
export function missingFields(missing: readonly Requirement[]): RequirementWords[] {
  return REQUIREMENTS.filter(({ requirement, isField }) => isField && missing.includes(requirement))
}

export function canBeAdded({ isField }: RequirementWords, { status }: Institution): boolean {
  return status !== 'TERMINATED' && (!isField || isEditable(status))
}
