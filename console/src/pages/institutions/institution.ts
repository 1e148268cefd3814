// An institution as pages read it: by the id of its record, or by its code, which other records name.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'

export type Institution = onboarding.Institution
export type InstitutionStatus = Institution['status']

export const INSTITUTION_TYPES: readonly { value: Institution['type']; label: string }[] = [
  { value: 'BANK', label: 'Bank' },
  { value: 'CREDIT_UNION', label: 'Credit union' },
  { value: 'MFI', label: 'Microfinance institution' },
  { value: 'FINTECH', label: 'Fintech' },
]

export const INSTITUTION_STATUSES: readonly InstitutionStatus[] = [
  'DRAFT',
  'SUBMITTED',
  'APPROVED',
  'REJECTED',
  'ACTIVE',
  'SUSPENDED',
  'TERMINATED',
]

export function typeName(type: Institution['type']): string {
  return INSTITUTION_TYPES.find(({ value }) => value === type)?.label ?? type
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A code is at most 35 characters long, so that it is never taken for a record's id. */
export async function loadInstitution(idOrCode: string): Promise<Institution> {
  if (UUID.test(idOrCode)) return await ask(admin.getInstitution({ id: idOrCode }))
  const { content } = await ask(admin.listInstitutions({ size: 1 }, { institutionId: idOrCode }))
  const [found] = content
  if (found !== undefined) return found
  throw new GatewayError({ status: 404, code: '', message: `There is no institution ${idOrCode}.`, fields: [] })
}

/** States in which its fields can be changed. */
export function isEditable(status: InstitutionStatus): boolean {
  return status === 'DRAFT' || status === 'REJECTED' || status === 'ACTIVE' || status === 'SUSPENDED'
}

/** It has never taken traffic: it can be deleted, and its base currency changed. */
export function isNew(status: InstitutionStatus): boolean {
  return status === 'DRAFT' || status === 'REJECTED'
}
