// Asks for a reset link. The answer is always the same, so that it does not reveal who is a user.

import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { forgotPassword } from '../../session/credentials.ts'
import { OpenFrame } from './open-frame.tsx'

export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const asking = useMutation({ mutationFn: () => forgotPassword(email.trim()) })
  const isEmpty = email.trim() === ''
  if (asking.isSuccess) {
    return (
      <OpenFrame title="Look into your mail">
        <Alert color="blue" role="status">
          If there is a user with this address, a mail with a link is on its way. The link works once, for 30 minutes.
          Nothing comes? Look into the spam folder, or ask an administrator.
        </Alert>
        <PageLink to="/sign-in">Back to sign-in</PageLink>
      </OpenFrame>
    )
  }
  return (
    <OpenFrame title="Forgotten your password?" description="We send a link with which you choose a new one.">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!isEmpty) asking.mutate()
        }}
      >
        <Stack>
          {asking.isError && <ErrorNotice error={asking.error} />}
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            error={isTried && isEmpty ? 'Enter your e-mail address' : undefined}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth loading={asking.isPending}>
            Send the link
          </Button>
          <PageLink to="/sign-in" ta="center">
            Back to sign-in
          </PageLink>
        </Stack>
      </form>
    </OpenFrame>
  )
}
