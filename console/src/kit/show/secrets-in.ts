// Secrets that the gateway shows once, in the answer to a change.

const SECRETS = ['clientSecret', 'client_secret', 'appKey', 'secret']

export function secretsIn(answer: unknown): readonly (readonly [name: string, secret: string])[] | undefined {
  const found = Object.entries((answer ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    SECRETS.includes(name) && typeof value === 'string' && !/^\*+$/.test(value) ? [[name, value] as const] : [],
  )
  return found.length === 0 ? undefined : found
}
