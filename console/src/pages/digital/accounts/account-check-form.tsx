// The form of an account validation on the page of an account: compares a name with the holder's.

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { digital as model } from '@tillgate/sdk'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../../../kit/page/error-notice.tsx'
import { AccountCheckResult, checkAccount } from './account-check.tsx'

export interface AccountCheckFormProps {
  readonly partnerId: string
  readonly account: model.DigitalAssetAccount
}

export function AccountCheckForm({ partnerId, account }: AccountCheckFormProps) {
  const [name, setName] = useState('')
  const check = useMutation({
    mutationFn: async (asked: string) => ({
      asked,
      result: await checkAccount(partnerId, {
        institutionId: account.institution.id,
        accountId: account.id,
        name: asked,
        currency: account.account.currency,
      }),
    }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    check.mutate(name)
  }
  return (
    <form onSubmit={send}>
      <Stack>
        <Group className="field-row">
          <TextInput
            label="Name that the payer gives"
            description="Leave it empty to ask only whether the account can receive."
            flex={1}
            miw={220}
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={check.isPending}>
            Check the account
          </Button>
        </Group>
        {check.isError && <ErrorNotice error={check.error} />}
        {check.data !== undefined && <AccountCheckResult result={check.data.result} name={check.data.asked} />}
      </Stack>
    </form>
  )
}
