// Where the identity provider sends the browser back to.

import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { GatewayError } from '../../api/gateway-error.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLoading } from '../../kit/page/page-loading.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { signInBySso, useSession } from '../../session/session.ts'
import { keptTarget } from '../../session/sign-in-target.ts'
import { serverMessage } from '../../texts/server-messages.ts'
import { OpenFrame } from './open-frame.tsx'

export default function SsoPage() {
  const [{ code, state, error, error_description }] = useUrlState()
  const session = useSession()
  const isBack = code !== undefined && state !== undefined && error === undefined
  const signingIn = useQuery({
    queryKey: ['sso', state, code],
    queryFn: () => signInBySso(code ?? '', state ?? ''),
    // A session that is being resumed would take the answer for its own.
    enabled: isBack && session.kind !== 'resuming',
    // A code is good for one attempt.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (signingIn.isSuccess) return <GoOn />
  if (isBack && !signingIn.isError) {
    return (
      <OpenFrame title="Signing you in">
        <PageLoading />
      </OpenFrame>
    )
  }
  return (
    <OpenFrame title="Single sign-on did not succeed">
      <ErrorNotice
        title="You are not signed in"
        error={isBack ? explained(signingIn.error) : new Error(providerError(error, error_description))}
      />
      <LinkButton to="/sign-in">Back to sign-in</LinkButton>
    </OpenFrame>
  )
}

function GoOn() {
  const { history } = useRouter()
  useEffect(() => history.replace(`/console${keptTarget()}`), [history])
  return <PageLoading />
}

function explained(error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.isPassing) return error
  return new GatewayError({
    ...error,
    message:
      error.code === 'invalid_grant'
        ? 'The sign-on was started in another browser or more than ten minutes ago, was used already, or your address ' +
          'at the identity provider belongs to no active user here. Start again; if it fails again, ask an ' +
          'administrator whether you are a user with this address.'
        : serverMessage(error.message),
  })
}

function providerError(error: string | undefined, description: string | undefined): string {
  if (error === undefined) return 'The identity provider sent no code. Start again.'
  const words = description === undefined ? error : `${description} (${error})`
  return `The identity provider refused: ${words}`
}
