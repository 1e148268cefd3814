// Confirms a new mail address by the link that was mailed to it. Opening the page confirms nothing: mail programs open
// links by themselves.

import { Alert, Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { askWithoutSession } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLoading } from '../../kit/page/page-loading.tsx'
import { OpenFrame } from './open-frame.tsx'
import { SignInNow } from './sign-in-now.tsx'

export default function ConfirmMailPage() {
  const { hash } = useLocation()
  return <ConfirmMail key={hash} value={hash} />
}

function ConfirmMail({ value }: { value: string }) {
  const link = useQuery({
    queryKey: ['mail-link', value],
    queryFn: () => askWithoutSession(admin.verifyInviteUrl({ email: value })),
    enabled: value !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const confirmation = useMutation({ mutationFn: () => askWithoutSession(admin.confirmMail({ email: value })) })
  if (confirmation.isSuccess) return <SignInNow title="Your address is confirmed" />
  if (value === '' || isRefused(link.error) || isRefused(confirmation.error)) return <BadLink />
  const error = link.error ?? confirmation.error
  return (
    <OpenFrame title="Confirm your new address">
      {error !== null && <ErrorNotice error={error} onRetry={() => void link.refetch()} />}
      {link.isPending && <PageLoading />}
      {link.data !== undefined && (
        <>
          <Text>
            From then on you sign in with <b>{link.data.mailID}</b>. All your sessions will end.
          </Text>
          <Button loading={confirmation.isPending} onClick={() => confirmation.mutate()}>
            Confirm this address
          </Button>
        </>
      )}
    </OpenFrame>
  )
}

function isRefused(error: unknown): boolean {
  return error instanceof GatewayError && error.status === 400
}

function BadLink() {
  return (
    <OpenFrame title="This link does not work">
      <Alert color="red" role="alert">
        It was used already, has expired, or a newer one was sent. Links for a new address work once, for 72 hours. An
        administrator can send another one by saving the address again.
      </Alert>
      <LinkButton to="/sign-in" variant="default">
        Back to sign-in
      </LinkButton>
    </OpenFrame>
  )
}
