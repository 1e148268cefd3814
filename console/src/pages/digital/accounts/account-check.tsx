// Asks the platform about an account before paying to it: is it there, can it receive, and is it the holder's name.

import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { formatWord } from '../../../kit/show/format.ts'
import { askDigital, filled, question, TOKEN_TYPE, unlessEmpty } from '../digital-request.ts'
import { isoWords } from '../words/reasons.ts'

export interface AccountQuestion {
  readonly institutionId: string
  readonly accountId: string
  readonly name: string
  readonly currency: string
}

export function checkAccount(partnerId: string, asked: AccountQuestion): Promise<model.AccountValidation> {
  const holder = unlessEmpty(filled({ name: asked.name }))
  return askDigital(
    digital(partnerId).validateAccount({
      ...question('ACCOUNT_VALIDATION'),
      institution: { id: asked.institutionId },
      digitalAssetAccount: { id: asked.accountId },
      ...(holder !== undefined && { holder }),
      ...(asked.currency !== '' && { tokenAmount: { currency: asked.currency, tokenType: TOKEN_TYPE } }),
    }),
  )
}

const NAMES: Readonly<Record<model.AccountValidation['nameMatch'], string>> = {
  MTCH: 'The name is that of the holder.',
  CMTC: 'The name is close to that of the holder, but not the same.',
  NMTC: 'The name is not that of the holder.',
  NOAP: 'The name was not compared.',
}

export function AccountCheckResult({ result, name }: { result: model.AccountValidation; name: string }) {
  const { verified, canReceive, nameMatch, suggestedName, accountStatus, reason } = result
  const [color, Icon, title] = !canReceive
    ? (['red', IconCircleX, 'The account cannot receive this'] as const)
    : verified
      ? (['green', IconCircleCheck, 'The account can be paid'] as const)
      : (['yellow', IconAlertTriangle, 'The account can receive, but look at the name'] as const)
  return (
    <Alert color={color} icon={<Icon />} title={title} role="status">
      <Stack gap={2}>
        {reason !== undefined && !canReceive && (
          <Text size="sm">
            Because {isoWords(reason) ?? 'the gateway says so'} ({reason}).
          </Text>
        )}
        {name.trim() !== '' && (
          <Text size="sm">
            {NAMES[nameMatch]} ({nameMatch}){' '}
            {suggestedName !== undefined && (
              <>
                The holder is called <b>{suggestedName}</b>.
              </>
            )}
          </Text>
        )}
        {accountStatus !== undefined && <Text size="sm">State of the account: {formatWord(accountStatus)}.</Text>}
      </Stack>
    </Alert>
  )
}
