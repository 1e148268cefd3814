import type { digital } from '@tillgate/sdk'

/** Of another partner's institution only what identifies it is shown. */
export function isOwn(institution: digital.DigitalInstitutionDetail): boolean {
  return institution.version !== undefined
}
