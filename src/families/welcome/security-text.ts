// Where to report a weakness, as RFC 9116 has it.

export interface SecurityText {
  /** Without any there is no text. */
  readonly contacts: readonly string[]
  /** The URL by which callers reach the gateway, if that is known. */
  readonly publicUrl: string | undefined
  /** When the gateway began to tell it. */
  readonly since: Date
}

/** An installation that nobody has touched for so long may have nobody who reads reports. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000

export function renderSecurityText({ contacts, publicUrl, since }: SecurityText): string | undefined {
  if (contacts.length === 0) return undefined
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(since.getTime() + VALID_MS).toISOString()}`,
    ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    'Preferred-Languages: en, es',
  ]
  return `${lines.join('\n')}\n`
}
