// The reference of one attempt to do something that must happen once: a payment, a deposit. It is made when the form is
// opened and kept until the gateway is known to have done it, so that sending again after a lost reply does it once.

import { useCallback, useState } from 'react'

export interface AttemptKey {
  readonly key: string
  /** After success, or for another operation than the one that was sent. */
  renew(): void
}

export function useAttemptKey(): AttemptKey {
  const [key, setKey] = useState(newKey)
  const renew = useCallback(() => setKey(newKey()), [])
  return { key, renew }
}

function newKey(): string {
  return crypto.randomUUID()
}
