// At the end of a printed page: when it was printed, by whom, and in which time zone its times are.

import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatInstant } from '../kit/show/format.ts'
import { zoneInWords } from '../kit/show/time-zone.ts'
import { timeZone } from '../reader.ts'
import { useUser } from '../session/session.ts'

export function PrintedFooter() {
  const { userName } = useUser()
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    const note = () => setAt(new Date())
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return (
    <Text size="xs" c="dimmed" mt="lg" className="paper-only">
      Printed {formatInstant(at.toISOString())} by {userName}. Times are in {zoneInWords(at, timeZone)}.
    </Text>
  )
}
