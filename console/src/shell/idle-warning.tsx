// Warns before signing out a user who has left the desk, and keeps the session of an active one.

import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { idleMs, noteActivity, SIGN_OUT_AFTER_MS, WARN_AFTER_MS } from '../session/activity.ts'
import { keepFresh, renew, signOutIdle, useSession } from '../session/session.ts'

const TICK_MS = 1000

export function IdleWarning() {
  const session = useSession()
  const router = useRouter()
  const isSignedIn = session.kind === 'signed-in'
  // Loaded early: when the session ends while the gateway is unreachable, the page could not be fetched.
  useEffect(() => void router.preloadRoute({ to: '/sign-in' } as never), [router])
  // Undefined until the warning is due.
  const [leftMs, setLeftMs] = useState<number>()
  useEffect(() => {
    if (!isSignedIn) return setLeftMs(undefined)
    const ticking = window.setInterval(() => {
      const idle = idleMs()
      if (idle >= SIGN_OUT_AFTER_MS) {
        window.clearInterval(ticking)
        void signOutIdle()
        return
      }
      setLeftMs(idle >= WARN_AFTER_MS ? SIGN_OUT_AFTER_MS - idle : undefined)
      keepFresh()
    }, TICK_MS)
    return () => window.clearInterval(ticking)
  }, [isSignedIn])

  function stay() {
    noteActivity()
    setLeftMs(undefined)
    // Not reached now: the token is renewed by the next call.
    renew().catch(() => {})
  }

  const seconds = Math.ceil((leftMs ?? 0) / 1000)
  return (
    <Modal
      opened={isSignedIn && leftMs !== undefined}
      onClose={stay}
      title="Are you still there?"
      zIndex={300}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text size="sm">
          The console has not been used for a while. To keep others out, you are signed out in{' '}
          <Text span fw={600} className="numeric" role="timer">
            {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
          </Text>
          . What you have typed on this page would be lost.
        </Text>
        <Progress
          value={((leftMs ?? 0) / (SIGN_OUT_AFTER_MS - WARN_AFTER_MS)) * 100}
          aria-label="Time left before you are signed out"
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void signOutIdle()}>
            Sign out now
          </Button>
          <Button onClick={stay} data-autofocus>
            Stay signed in
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
