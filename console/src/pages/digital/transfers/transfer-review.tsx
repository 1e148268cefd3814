// What is about to be sent, and what the platform says about the beneficiary.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Section } from '../../../kit/page/section.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { AccountCheckResult } from '../accounts/account-check.tsx'
import { amountOf } from '../movements/amount-input.tsx'
import { AccountName, InstitutionName } from '../parties/party-names.tsx'
import type { BeneficiaryCheck } from './beneficiary-check.ts'
import type { TransferValues } from './transfer-values.ts'

export interface TransferReviewProps {
  readonly partnerId: string
  readonly check: BeneficiaryCheck
  readonly values: TransferValues
  readonly currency: string
  onTakeName(name: string): void
}

export function TransferReview({ partnerId, check, values, currency, onTakeName }: TransferReviewProps) {
  const { result } = check
  const { beneficiary, tokenAmount, digitalAssetAccount, settlement } = values
  const suggested = result?.suggestedName
  const amount = amountOf(tokenAmount.tokens)
  return (
    <Section title="Review">
      <Stack>
        {result === undefined ? (
          <Alert color="yellow" title="The beneficiary could not be checked">
            Your role does not let you look at accounts. The gateway refuses the transfer if the account cannot receive
            it.
          </Alert>
        ) : (
          <AccountCheckResult result={result} name={beneficiary.name} />
        )}
        {suggested !== undefined && (
          <Group>
            <Button size="xs" variant="default" onClick={() => onTakeName(suggested)}>
              Use the name {suggested}
            </Button>
          </Group>
        )}
        {result?.canReceive !== false && Number.isFinite(amount) && (
          <Text size="sm">
            <b>{formatMoney(amount, currency)}</b> from{' '}
            <AccountName partnerId={partnerId} id={digitalAssetAccount.id} plain /> to{' '}
            <AccountName partnerId={partnerId} id={beneficiary.digitalAssetAccount.id} plain /> at{' '}
            <InstitutionName partnerId={partnerId} id={beneficiary.institutionId} plain />,{' '}
            {settlement.mode === 'IMMEDIATE'
              ? 'at once. It cannot be taken back.'
              : `reserved until the ${settlement.committer === 'PAYER' ? 'payer' : 'payee'}’s side commits it, for ${settlement.expiresInSeconds} seconds at most.`}
          </Text>
        )}
      </Stack>
    </Section>
  )
}
