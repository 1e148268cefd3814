// Chooses a password by the link of an invitation or reset mail. The link's value stands after the #, which browsers do
// not send.

import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { askWithoutSession } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLoading } from '../../kit/page/page-loading.tsx'
import { setPasswordByLink } from '../../session/credentials.ts'
import { checkNewPassword, NewPasswordFields, NO_PASSWORD } from '../../session/new-password-fields.tsx'
import { OpenFrame } from './open-frame.tsx'
import { SignInNow } from './sign-in-now.tsx'

const LINK_REFUSED = 'B-AUTH-007'

export default function SetPasswordPage() {
  const { hash } = useLocation()
  return <SetPassword key={hash} value={hash} />
}

function SetPassword({ value }: { value: string }) {
  const link = useQuery({
    queryKey: ['password-link', value],
    queryFn: () => askWithoutSession(admin.verifyInviteUrl({ email: value })),
    enabled: value !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [isSet, setIsSet] = useState(false)
  const state = useRecordForm({
    initialValues: NO_PASSWORD,
    validate: checkNewPassword,
    submit: ({ password }) => setPasswordByLink(value, password),
    onSaved: () => setIsSet(true),
  })
  if (isSet) return <SignInNow title="Your password is set" />
  if (value === '' || (link.error instanceof GatewayError && isAboutLink(link.error))) return <BadLink />
  if (link.isError) {
    return (
      <OpenFrame title="Choose a password">
        <ErrorNotice error={link.error} onRetry={() => void link.refetch()} />
      </OpenFrame>
    )
  }
  if (link.data === undefined) {
    return (
      <OpenFrame title="Choose a password">
        <PageLoading />
      </OpenFrame>
    )
  }
  const { firstName, mailID, purpose } = link.data
  return (
    <OpenFrame
      title={purpose === 'INVITE' ? `Welcome, ${firstName}` : `Hello, ${firstName}`}
      description={
        purpose === 'INVITE'
          ? 'Choose the password with which you will sign in.'
          : 'Choose a new password. All your sessions will end.'
      }
    >
      <RecordForm state={state} submitLabel="Set the password">
        <NewPasswordFields form={state.form} email={mailID} />
      </RecordForm>
    </OpenFrame>
  )
}

function isAboutLink({ status, code }: GatewayError): boolean {
  return code === LINK_REFUSED || status === 400
}

function BadLink() {
  return (
    <OpenFrame title="This link does not work">
      <Alert color="red" role="alert">
        It was used already, has expired, or a newer one was sent. Invitations work for 72 hours, reset links for 30
        minutes, both once. An administrator can invite you again.
      </Alert>
      <LinkButton to="/forgot-password">Ask for a new reset link</LinkButton>
      <LinkButton to="/sign-in" variant="default">
        Back to sign-in
      </LinkButton>
    </OpenFrame>
  )
}
