// Sets up an authenticator app for the signed-in user, or replaces the one there is. The gateway asks for the password first.

import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GatewayError } from '../../api/gateway-error.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { Section } from '../../kit/page/section.tsx'
import { secondFactorStatus } from '../../session/credentials.ts'
import { DeviceEnrolment } from '../../session/device-enrolment.tsx'
import { loadUser, useUser } from '../../session/session.ts'

export function SecondFactorSection() {
  const { mfaRegistered } = useUser()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Section
      title="Authenticator app"
      description="A second factor: besides the password, an app on your phone shows a code that changes every 30 seconds. A person who learns your password still cannot sign in."
    >
      <Text size="sm" mb="md">
        {mfaRegistered ? 'An app is registered.' : 'No app is registered yet.'}
      </Text>
      <Button variant="default" onClick={dialog.open}>
        Set up or replace the app
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Authenticator app" closeOnClickOutside={false}>
        <SetUp onDone={dialog.close} />
      </Modal>
    </Section>
  )
}

function SetUp({ onDone }: { onDone(): void }) {
  const { email } = useUser()
  const cache = useQueryClient()
  const [password, setPassword] = useState('')
  const asking = useMutation({ mutationFn: () => secondFactorStatus({ email, password }, { mine: true }) })
  const offer = asking.data?.offer
  if (asking.data !== undefined && offer !== undefined) {
    return (
      <Stack>
        {asking.data.isEnabled && (
          <Alert color="yellow" title="Your account already uses a second factor">
            The new device takes the place of the present one, whose codes stop working. Recovery codes stay.
          </Alert>
        )}
        <DeviceEnrolment
          key={offer.encodedSecret}
          email={email}
          offer={offer}
          overwrite
          onRegistered={() => {
            void cache.invalidateQueries({ queryKey: ['recovery-codes'] })
            // If this fails, the page says so after the next sign-in.
            loadUser().catch(() => {})
            notifications.show({
              color: 'green',
              title: 'The device is registered',
              message: 'From the next sign-in on you are asked for a code of it.',
            })
            onDone()
          }}
          onNewSecret={() => asking.mutate()}
        />
      </Stack>
    )
  }
  const isWrong = asking.error instanceof GatewayError && asking.error.code === 'B-AUTH-002'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') asking.mutate()
      }}
    >
      <Stack>
        <Text size="sm">To make sure that it is you, enter your present password.</Text>
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={isWrong ? 'The password is not right. Five wrong ones lock the account for a while.' : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {asking.isError && !isWrong && <ErrorNotice error={asking.error} />}
        <Button type="submit" loading={asking.isPending} disabled={password === ''}>
          Go on
        </Button>
      </Stack>
    </form>
  )
}
