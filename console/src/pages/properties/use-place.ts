// The application and the institution that a page is about. Typed text reaches the address, and so the gateway, when the
// typing pauses.

import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useUrlState } from '../../kit/page/url-state.ts'

const PAUSE_MS = 300

interface Typed {
  readonly application: string
  readonly institutionId: string
}

export function usePlace() {
  const [{ application, institutionId }, changeUrl] = useUrlState()
  const [typed, setTyped] = useState<Typed>({ application: application ?? '', institutionId: institutionId ?? '' })
  const send = useDebouncedCallback(
    (next: Typed) =>
      changeUrl({
        application: next.application.trim() || undefined,
        institutionId: next.institutionId.trim() || undefined,
      }),
    PAUSE_MS,
  )
  const type = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    send(next)
  }
  return { application, institutionId, typed, type }
}
