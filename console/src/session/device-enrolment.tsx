// Registers an authenticator app: its QR code, the secret as text, and a first code that proves that the app has it.

import { Anchor, Button, Code, Collapse, CopyButton, Group, Image, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { GatewayError } from '../api/gateway-error.ts'
import { ErrorNotice } from '../kit/page/error-notice.tsx'
import { CODE_LENGTH, CodeInput } from './code-input.tsx'
import { registerDevice, type SecretOffer } from './credentials.ts'

export interface DeviceEnrolmentProps {
  readonly email: string
  readonly offer: SecretOffer
  /** In place of the device there is. */
  readonly overwrite: boolean
  onRegistered(): void
  /** Asks for another secret: this one is good for ten minutes and five wrong codes. */
  onNewSecret(): void
}

const REFUSED = 'B-AUTH-009'

export function DeviceEnrolment({ email, offer, overwrite, onRegistered, onNewSecret }: DeviceEnrolmentProps) {
  const [code, setCode] = useState('')
  const [deviceName, setDeviceName] = useState('')
  const [isSecretShown, secret] = useDisclosure(false)
  const registering = useMutation({
    mutationFn: (entered: string) =>
      registerDevice({ email, encodedSecret: offer.encodedSecret, code: entered, deviceName, overwrite }),
    onSuccess: onRegistered,
    onError: () => setCode(''),
  })
  const isRefused = registering.error instanceof GatewayError && registering.error.code === REFUSED
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        registering.mutate(code)
      }}
    >
      <Stack>
        <Stack align="center" gap="xs">
          <Text size="sm" w="100%">
            Scan this with an authenticator app on your phone.
          </Text>
          <Image
            src={`data:image/png;base64,${offer.qrCode}`}
            w={196}
            h={196}
            radius="sm"
            alt="QR code of the secret for your authenticator app"
            style={{ imageRendering: 'pixelated' }}
          />
          <Anchor component="button" type="button" size="sm" aria-expanded={isSecretShown} onClick={secret.toggle}>
            Enter the secret by hand instead
          </Anchor>
        </Stack>
        <Collapse expanded={isSecretShown}>
          <Group wrap="nowrap" gap="xs">
            <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-secret>
              {offer.encodedSecret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </Code>
            <CopyButton value={offer.encodedSecret}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  onClick={copy}
                  aria-label={`${copied ? 'Copied' : 'Copy'} the secret`}
                  leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                >
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Collapse>
        <TextInput
          label="Name of the device"
          description="So that you know later which phone it was. May stay empty."
          maxLength={100}
          value={deviceName}
          onChange={(event) => setDeviceName(event.currentTarget.value)}
        />
        <CodeInput
          label="Code that the app shows"
          value={code}
          isWrong={isRefused}
          disabled={registering.isPending}
          onChange={setCode}
          onComplete={(entered) => registering.mutate(entered)}
        />
        {registering.isError && (
          <ErrorNotice
            error={isRefused ? new Error(EXPLANATION) : registering.error}
            title={isRefused ? 'The device was not registered' : undefined}
          />
        )}
        {isRefused && (
          <Button variant="default" onClick={onNewSecret}>
            Start again with another secret
          </Button>
        )}
        <Button type="submit" loading={registering.isPending} disabled={code.length < CODE_LENGTH}>
          Register the device
        </Button>
      </Stack>
    </form>
  )
}

const EXPLANATION =
  'The code does not fit. Check that the clock of your phone is right and enter the code shown now. A secret is good ' +
  'for ten minutes and five attempts.'
