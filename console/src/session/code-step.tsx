// The second step of signing in: a code of the authenticator app, or one of the recovery codes.

import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { GatewayError } from '../api/gateway-error.ts'
import { ErrorNotice } from '../kit/page/error-notice.tsx'
import { CODE_LENGTH, CodeInput } from './code-input.tsx'
import type { SecondFactor } from './credentials.ts'

export interface CodeStepProps {
  /** A device was just registered with the code that it still shows, which is used up. */
  readonly isNewDevice: boolean
  signIn(factor: SecondFactor): Promise<unknown>
  onBack(): void
}

const CODE_REFUSED = 'B-AUTH-005'

export function CodeStep({ isNewDevice, signIn, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [recoveryCode, setRecoveryCode] = useState('')
  const [isByRecovery, setByRecovery] = useState(false)
  const signingIn = useMutation({
    mutationFn: (factor: SecondFactor) => signIn(factor),
    onError: () => setCode(''),
  })
  const isRefused = signingIn.error instanceof GatewayError && signingIn.error.code === CODE_REFUSED
  const isComplete = isByRecovery ? recoveryCode.trim() !== '' : code.length === CODE_LENGTH
  const change = (toRecovery: boolean) => {
    setByRecovery(toRecovery)
    signingIn.reset()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isComplete) signingIn.mutate(isByRecovery ? { recoveryCode: recoveryCode.trim() } : { mfaCode: code })
      }}
    >
      <Stack>
        {isByRecovery ? (
          <TextInput
            label="Recovery code"
            description="One of the ten codes that you kept. It works once; capitals and hyphens do not matter."
            autoComplete="off"
            data-autofocus
            autoFocus
            maxLength={35}
            value={recoveryCode}
            error={isRefused}
            onChange={(event) => setRecoveryCode(event.currentTarget.value)}
          />
        ) : (
          <CodeInput
            label="Code of your authenticator app"
            description={
              isNewDevice
                ? 'The device is registered. Wait for the next code, which comes within 30 seconds, and sign in with it.'
                : 'The app shows a new one every 30 seconds.'
            }
            value={code}
            isWrong={isRefused}
            disabled={signingIn.isPending}
            onChange={setCode}
            onComplete={(entered) => signingIn.mutate({ mfaCode: entered })}
          />
        )}
        {signingIn.isError && (
          <ErrorNotice
            error={isRefused ? new Error(isByRecovery ? WRONG_RECOVERY_CODE : WRONG_CODE) : signingIn.error}
            title={isRefused ? 'The code is not accepted' : undefined}
          />
        )}
        <Button type="submit" loading={signingIn.isPending} disabled={!isComplete} fullWidth>
          Confirm
        </Button>
        <Text size="sm" ta="center">
          <Anchor component="button" type="button" size="sm" onClick={() => change(!isByRecovery)}>
            {isByRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Anchor>
          {' · '}
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}

const WRONG_CODE = 'It is wrong, or was used before: each code works once. Wait for the next one and try again.'
const WRONG_RECOVERY_CODE = 'It is wrong, was used before, or newer codes were made after it.'
