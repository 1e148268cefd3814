import type { digital } from '@tillgate/sdk'

/** Another partner's institution comes without a version: only what identifies it is shown. */
export function isOwn(institution: digital.DigitalInstitutionDetail): boolean {
  return institution.version !== undefined
}
