// The key of a money operation. It is made when its form is first used and stays until the gateway has decided, also when
// the dialog is closed or the page is loaded again: after a lost reply the same key goes out once more, and the gateway
// does the operation once.

import { useCallback, useMemo } from 'react'
import { GatewayError } from '../../api/gateway-error.ts'

const PREFIX = 'tillgate-attempt-'

export interface AttemptKey {
  /** The key of the attempt that is not decided yet. */
  key(): string
  /** The attempt is over: the next one gets a new key. */
  renew(): void
}

/** `name` tells operations apart: one form for one record has one attempt at a time. */
export function useAttemptKey(name: string): AttemptKey {
  return useMemo(
    () => ({
      key() {
        const kept = sessionStorage.getItem(PREFIX + name)
        if (kept !== null) return kept
        const made = crypto.randomUUID()
        sessionStorage.setItem(PREFIX + name, made)
        return made
      },
      renew: () => sessionStorage.removeItem(PREFIX + name),
    }),
    [name],
  )
}

/** Does something once, however often it is sent. A refusal is a decision too; no answer is none. */
export function useOnce(name: string): <Done>(send: (key: string) => Promise<Done>) => Promise<Done> {
  const { key, renew } = useAttemptKey(name)
  return useCallback(
    async (send) => {
      try {
        const done = await send(key())
        renew()
        return done
      } catch (error) {
        if (error instanceof GatewayError && !error.isPassing && error.status < 500) renew()
        throw error instanceof GatewayError && error.code === 'IDEMPOTENCY_KEY_REUSED'
          ? anotherWentThrough(error)
          : error
      }
    },
    [key, renew],
  )
}

function anotherWentThrough(error: GatewayError): GatewayError {
  return new GatewayError({
    ...error,
    message:
      'An earlier attempt, whose reply was lost, has reached the gateway with other values. Look at what it did before you send this: sent again, it is a new operation.',
    fields: [],
  })
}
