// Signing in.

import { Alert, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { PageLoading } from '../../kit/page/page-loading.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { CredentialSteps, type StepKind } from '../../session/credential-steps.tsx'
import { RecoveryCodes } from '../../session/recovery-codes.tsx'
import { useSession } from '../../session/session.ts'
import type { SignedOutReason } from '../../session/session-store.ts'
import { targetOf } from '../../session/sign-in-target.ts'
import { UnreachableNotice } from '../../session/unreachable-notice.tsx'
import { OpenFrame } from './open-frame.tsx'
import { SandboxUsers } from './sandbox-users.tsx'
import { SsoButton } from './sso-button.tsx'

const TITLES: Readonly<Record<StepKind, string>> = {
  password: 'Sign in',
  code: 'Confirm that it is you',
  enrol: 'Set up your second factor',
}

const REASONS: Readonly<Partial<Record<SignedOutReason, string>>> = {
  idle: 'You were signed out because the console was not used for 15 minutes.',
  elsewhere: 'You signed out in another tab.',
}

export default function SignInPage() {
  const [{ to }] = useUrlState()
  const session = useSession()
  const [credentials, setCredentials] = useState({ email: '', password: '' })
  const [enrolled, setEnrolled] = useState<string>()
  const [step, setStep] = useState<StepKind>('password')
  const target = targetOf(to)

  if (session.kind === 'resuming') return <PageLoading />
  if (session.kind === 'unreachable') return <UnreachableNotice error={session.error} />
  if (session.kind === 'signed-in') {
    // Another user may have signed in instead: making codes would void the ones they have.
    const isEnrolled = enrolled?.toLowerCase() === session.user.email.toLowerCase()
    return isEnrolled ? <FirstRecoveryCodes email={session.user.email} to={target} /> : <GoTo target={target} />
  }
  const reason = session.kind === 'signed-out' && session.reason !== undefined ? REASONS[session.reason] : undefined
  return (
    <OpenFrame
      title={TITLES[step]}
      below={step === 'password' ? <SandboxUsers onChoose={setCredentials} /> : undefined}
    >
      {reason !== undefined && step === 'password' && (
        <Alert color="blue" role="status">
          {reason}
        </Alert>
      )}
      <CredentialSteps credentials={credentials} onChange={setCredentials} onEnrolled={setEnrolled} onStep={setStep}>
        <SsoButton to={target} />
        <Group justify="center">
          <PageLink to="/forgot-password">Forgotten your password?</PageLink>
        </Group>
      </CredentialSteps>
    </OpenFrame>
  )
}

/** The target is a path of the console with a query, which the router's links would take apart. */
function GoTo({ target }: { target: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(`/console${target}`), [history, target])
  return <PageLoading />
}

/** Codes for a user who has just registered a device, for the day it is lost. */
function FirstRecoveryCodes({ email, to }: { email: string; to: string }) {
  const [isDone, setDone] = useState(false)
  const making = useMutation({ mutationFn: () => ask(admin.createRecoveryCodes()) })
  // Once: making them again would void those on the screen.
  const { mutate } = making
  useEffect(() => mutate(), [mutate])
  if (isDone) return <GoTo target={to} />
  return (
    <OpenFrame title="Your recovery codes" description="For the day on which your phone is lost or broken.">
      {making.isError && <ErrorNotice error={making.error} onRetry={() => mutate()} />}
      {making.isError && (
        <LinkButton to="/account" variant="default">
          Make them later in your account
        </LinkButton>
      )}
      {making.isPending && <PageLoading />}
      {making.data !== undefined && (
        <RecoveryCodes
          email={email}
          codes={making.data.codes}
          doneLabel="I have kept them"
          onDone={() => setDone(true)}
        />
      )}
    </OpenFrame>
  )
}
