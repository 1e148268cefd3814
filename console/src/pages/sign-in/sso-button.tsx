// Starts single sign-on: the browser goes to the organisation's identity provider and comes back to /sso.

import { Button, Divider, Stack } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../../api/gateway.ts'
import { GatewayError, refusalOf } from '../../api/gateway-error.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { ssoReturnAddress } from '../../session/session.ts'
import { keepTarget } from '../../session/sign-in-target.ts'
import { settings } from '../../settings.ts'

export interface SsoButtonProps {
  readonly to: string
  /** Leaves this page open: it goes on when the other tab has signed in. */
  readonly inNewTab?: boolean
}

export function SsoButton({ to, inNewTab = false }: SsoButtonProps) {
  const starting = useMutation({
    mutationFn: assertOffered,
    onSuccess: () => {
      keepTarget(to)
      window.location.assign(authorizeAddress())
    },
  })
  if (!settings.sso) return null
  return (
    <Stack>
      <Divider label="or" />
      {starting.isError && <ErrorNotice error={starting.error} />}
      {inNewTab ? (
        <Button
          component="a"
          href={authorizeAddress()}
          target="_blank"
          variant="default"
          leftSection={<IconBuildingBank size={16} />}
        >
          Single sign-on in a new tab
        </Button>
      ) : (
        <Button
          variant="default"
          loading={starting.isPending}
          leftSection={<IconBuildingBank size={16} />}
          onClick={() => starting.mutate()}
        >
          Single sign-on
        </Button>
      )}
    </Stack>
  )
}

function authorizeAddress(): string {
  return `/v1/onboarding/sso/authorize?${new URLSearchParams({ redirect_uri: ssoReturnAddress() })}`
}

/** An error would otherwise fill the window as JSON. A redirect, which scripts cannot read, has status 0. */
async function assertOffered(): Promise<void> {
  let answer: { readonly status: number; readonly headers: Headers; readonly body: unknown }
  try {
    answer = await admin.startSingleSignOn({ redirect_uri: ssoReturnAddress() })
  } catch {
    throw new GatewayError({ status: 0, code: '', message: 'The gateway cannot be reached.', fields: [] })
  }
  const { status, headers, body } = answer
  if (status !== 0 && status !== 302) throw refusalOf(status, headers, body)
}
