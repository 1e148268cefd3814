// What a link has done, and the way to sign in with it.

import { Alert, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { leave, signOut, useSession } from '../../session/session.ts'
import { OpenFrame } from './open-frame.tsx'

export function SignInNow({ title }: { title: string }) {
  const navigate = useNavigate()
  const session = useSession()
  async function goOn() {
    // Another user may be signed in to this browser.
    if (session.kind === 'signed-in') await signOut().catch(leave)
    await navigate({ to: '/sign-in' })
  }
  return (
    <OpenFrame title={title}>
      <Alert color="green" role="status">
        Sign in with it now. The link no longer works.
      </Alert>
      <Button onClick={() => void goOn()}>Go to sign-in</Button>
    </OpenFrame>
  )
}
