// The partner that lending and digital banking are done for. The address names it, so that a link shows the same to
// another user; where it does not, the one that was chosen last in this browser is put into it.

import { readLocalStorageValue } from '@mantine/hooks'
import { settings } from '../../settings.ts'

export type PartnerFamily = 'lending' | 'digital'

/** In the sandbox, the partner that has something to show. */
const SANDBOX_PARTNERS: Readonly<Record<PartnerFamily, string>> = { lending: 'PARTNER01', digital: 'PARTNER03' }

const keyOf = (family: PartnerFamily) => `tillgate-partner-${family}`

/** Empty when none was chosen yet. */
export function lastPartner(family: PartnerFamily): string {
  const defaultValue = settings.sandbox === undefined ? '' : SANDBOX_PARTNERS[family]
  return readLocalStorageValue({ key: keyOf(family), defaultValue })
}

export function rememberPartner(family: PartnerFamily, partnerId: string): void {
  localStorage.setItem(keyOf(family), JSON.stringify(partnerId))
}
