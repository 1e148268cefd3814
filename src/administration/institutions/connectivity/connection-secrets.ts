// The write-only secrets of a connection: sealed at rest, and never part of a record.

import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'

/** The contexts that the secrets are sealed under. */
export const USER_NAME_CONTEXT = 'core_connectivity.user_name'
export const PASSWORD_CONTEXT = 'core_connectivity.password'
export const MAC_KEY_CONTEXT = 'core_connectivity.mac_key'
export const CLIENT_KEY_CONTEXT = 'core_connectivity.client_key'
const ADMIN_PASSWORD_CONTEXT = 'core_connectivity.admin_password'

/** What a secret reads back as. Sent in a change, it means that the secret stays. */
export const MASKED = '********'

export const SECRET_NAMES = ['userName', 'password', 'adminPassword', 'macKey', 'clientKey'] as const
export type SecretName = (typeof SECRET_NAMES)[number]

/** As a caller sends them: absent keeps, null clears. */
export type SentSecrets = { readonly [Name in SecretName]?: string | null | undefined }

/** As they are stored; null when not set. */
export type SealedSecrets = { readonly [Name in SecretName]: string | null }

export const NO_SECRETS: SealedSecrets = {
  userName: null,
  password: null,
  adminPassword: null,
  macKey: null,
  clientKey: null,
}

const CONTEXTS: Readonly<Record<SecretName, string>> = {
  userName: USER_NAME_CONTEXT,
  password: PASSWORD_CONTEXT,
  adminPassword: ADMIN_PASSWORD_CONTEXT,
  macKey: MAC_KEY_CONTEXT,
  clientKey: CLIENT_KEY_CONTEXT,
}

/** The secrets after a change. One that is sent again with the same value stays as it is stored. */
export function changedSecrets(box: SecretBox, stored: SealedSecrets, sent: SentSecrets): SealedSecrets {
  const after = SECRET_NAMES.map((name) => {
    const value = sent[name]
    const sealed = stored[name]
    if (value === undefined || value === MASKED) return [name, sealed]
    if (value === null) return [name, null]
    return [name, sealed !== null && isSame(box, name, sealed, value) ? sealed : box.seal(value, CONTEXTS[name])]
  })
  return Object.fromEntries(after) as SealedSecrets
}

/** A secret whose master key is gone counts as another. */
function isSame(box: SecretBox, name: SecretName, sealed: string, value: string): boolean {
  try {
    return box.open(sealed, CONTEXTS[name]) === value
  } catch {
    return false
  }
}
