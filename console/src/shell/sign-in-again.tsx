// The session ended under an open page: asks the same user to sign in again, without leaving it.

import { Button, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { SsoButton } from '../pages/sign-in/sso-button.tsx'
import { CredentialSteps } from '../session/credential-steps.tsx'
import { leave, useSession } from '../session/session.ts'

export function SignInAgain() {
  const session = useSession()
  const isEnded = session.kind === 'ended'
  return (
    <Modal
      opened={isEnded}
      onClose={() => {}}
      title="Sign in again"
      zIndex={400}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      overlayProps={{ backgroundOpacity: 0.55, blur: 3 }}
    >
      {isEnded && <AgainAs email={session.user.email} isReplaced={session.isReplaced === true} />}
    </Modal>
  )
}

function AgainAs({ email, isReplaced }: { email: string; isReplaced: boolean }) {
  const [password, setPassword] = useState('')
  return (
    <Stack>
      <Text size="sm">
        {isReplaced
          ? 'Another person signed in to this browser from another tab, which ended your session here.'
          : 'Your session has ended.'}{' '}
        The page is as you left it: sign in as{' '}
        <Text span fw={600}>
          {email}
        </Text>{' '}
        to go on. Anything that was not saved has to be sent again.
      </Text>
      <CredentialSteps
        credentials={{ email, password }}
        onChange={(changed) => setPassword(changed.password)}
        isSameUser
        onEnrolled={() =>
          notifications.show({
            autoClose: false,
            title: 'You have no recovery codes yet',
            message: 'Make them in your account: they open it when your phone is lost.',
          })
        }
      >
        <SsoButton to="/" inNewTab />
      </CredentialSteps>
      <Button variant="subtle" onClick={leave}>
        Sign in as another person
      </Button>
    </Stack>
  )
}
