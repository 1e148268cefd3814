// The steps of signing in: password, then a code where the user has a second factor, or the registration of a device
// where one is required. Used by the sign-in page and by the dialog over a page whose session has ended.

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { GatewayError } from '../api/gateway-error.ts'
import { ErrorNotice } from '../kit/page/error-notice.tsx'
import { CodeStep } from './code-step.tsx'
import { type SecretOffer, secondFactorStatus } from './credentials.ts'
import { DeviceEnrolment } from './device-enrolment.tsx'
import { MFA_REQUIRED, signIn } from './session.ts'

export interface PasswordCredentials {
  readonly email: string
  readonly password: string
}

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'code' }
  | { readonly kind: 'enrol'; readonly offer: SecretOffer }

export type StepKind = Step['kind']

export interface CredentialStepsProps {
  readonly credentials: PasswordCredentials
  onChange(credentials: PasswordCredentials): void
  /** The e-mail address is settled: the same user signs in again. */
  readonly isSameUser?: boolean
  /** This user registers a device on the way in, so there are no recovery codes yet. */
  onEnrolled?(email: string): void
  onStep?(kind: StepKind): void
  /** Below the password: other ways in. */
  readonly children?: ReactNode
}

const CREDENTIALS_REFUSED = 'B-AUTH-002'

export function CredentialSteps(props: CredentialStepsProps) {
  const { credentials, onChange, isSameUser = false, onEnrolled, onStep, children } = props
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const [isTried, setTried] = useState(false)
  // Who goes back after registering a device is still owed recovery codes.
  const [enrolled, setEnrolled] = useState<string>()
  const email = credentials.email.trim()
  const go = (next: Step) => {
    setStep(next)
    onStep?.(next.kind)
  }
  const beginning = useMutation({
    mutationFn: () => begin({ ...credentials, email }),
    onSuccess: (next) => {
      if (next !== undefined) go(next)
    },
  })
  const back = () => {
    beginning.reset()
    go({ kind: 'password' })
  }

  if (step.kind === 'code') {
    return (
      <CodeStep
        isNewDevice={enrolled === email}
        signIn={(factor) => signIn({ ...credentials, email, ...factor })}
        onBack={back}
      />
    )
  }
  if (step.kind === 'enrol') {
    return (
      <Stack>
        <Alert color="blue" title="Your account needs a second factor">
          From now on you sign in with your password and a code of an app on your phone.
        </Alert>
        {beginning.isError && <ErrorNotice error={beginning.error} />}
        <DeviceEnrolment
          key={step.offer.encodedSecret}
          email={email}
          offer={step.offer}
          overwrite={false}
          onRegistered={() => {
            setEnrolled(email)
            onEnrolled?.(email)
            go({ kind: 'code' })
          }}
          onNewSecret={() => beginning.mutate()}
        />
        <Button variant="subtle" onClick={back}>
          Back
        </Button>
      </Stack>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setTried(true)
        if (email !== '' && credentials.password !== '') beginning.mutate()
      }}
    >
      <Stack>
        {beginning.isError && <ErrorNotice error={beginning.error} title={titleOf(beginning.error)} />}
        {!isSameUser && (
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            value={credentials.email}
            error={isTried && email === '' ? 'Enter your e-mail address' : undefined}
            onChange={(event) => onChange({ ...credentials, email: event.currentTarget.value })}
          />
        )}
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...(isSameUser && { 'data-autofocus': true })}
          value={credentials.password}
          error={isTried && credentials.password === '' ? 'Enter your password' : undefined}
          onChange={(event) => onChange({ ...credentials, password: event.currentTarget.value })}
        />
        <Button type="submit" fullWidth loading={beginning.isPending}>
          Sign in
        </Button>
        {children}
      </Stack>
    </form>
  )
}

/** Undefined when the user is signed in; otherwise what is asked next. */
async function begin(credentials: PasswordCredentials): Promise<Step | undefined> {
  try {
    await signIn(credentials)
    return undefined
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== MFA_REQUIRED) throw error
  }
  const { offer } = await secondFactorStatus(credentials)
  return offer === undefined ? { kind: 'code' } : { kind: 'enrol', offer }
}

function titleOf(error: unknown): string | undefined {
  if (!(error instanceof GatewayError)) return undefined
  return error.code === CREDENTIALS_REFUSED ? 'You could not be signed in' : undefined
}
