// The decision about a reserved transfer: time left, and Commit and Abort for those who may.

import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { digital as model } from '@tillgate/sdk'
import { useState } from 'react'
import { digital } from '../../../api/gateway.ts'
import type { GatewayError } from '../../../api/gateway-error.ts'
import { ActionButton } from '../../../kit/actions/action-button.tsx'
import { useAttemptKey } from '../../../kit/form/attempt-key.ts'
import { Section } from '../../../kit/page/section.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { Instant } from '../../../kit/show/values.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { serverMessage } from '../../../texts/server-messages.ts'
import { useBalances } from '../accounts/balances.ts'
import { askDigital, hasCode, head } from '../digital-request.ts'
import { isOwn } from '../institutions/own-institution.ts'
import { useParty } from '../parties/directory.ts'
import { Countdown } from './countdown.tsx'

export interface TransferDecisionProps {
  readonly partnerId: string
  readonly transfer: model.InterbankTransfer
}

/** Codes for a transfer that is decided already, or is for the other side to decide. */
const TOO_LATE = [
  'TRANSFER_NOT_RESERVED',
  'TRANSFER_ALREADY_COMMITTED',
  'TRANSFER_ALREADY_ABORTED',
  'TRANSFER_EXPIRED',
  'NOT_RESOLVER',
] as const

export function TransferDecision({ partnerId, transfer }: TransferDecisionProps) {
  const [refusal, setRefusal] = useState<GatewayError>()
  return (
    <>
      {refusal !== undefined && (
        <Alert
          color="yellow"
          title="Your decision was not taken"
          role="alert"
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={() => setRefusal(undefined)}
        >
          <Text size="sm">{serverMessage(refusal.message)}</Text>
          <Text size="xs" c="dimmed" mt={4}>
            {refusal.code}
          </Text>
        </Alert>
      )}
      {transfer.state === 'RESERVED' && (
        <WaitingTransfer partnerId={partnerId} transfer={transfer} onRefused={setRefusal} />
      )}
    </>
  )
}

interface WaitingTransferProps extends TransferDecisionProps {
  onRefused(error: GatewayError): void
}

function WaitingTransfer({ partnerId, transfer, onRefused }: WaitingTransferProps) {
  const { settlement, expiresAt, createdAt, beneficiary, digitalAssetAccount } = transfer
  const mayDecide = useMay()('DIGITAL_MONEY', 'APPROVE')
  const isPayer = digitalAssetAccount !== undefined
  const payee = useParty(partnerId, 'INSTITUTION', beneficiary.institutionId)
  const isPayee = !isPayer || (payee !== undefined && isOwn(payee))
  const mayCommit = settlement.committer === 'PAYEE' ? isPayee : isPayer
  // One of the two accounts is the partner's; its inquiry tells the gateway's time.
  const balances = useBalances(partnerId, digitalAssetAccount?.id ?? beneficiary.digitalAssetAccount?.id)
  const committer = settlement.committer === 'PAYEE' ? 'The payee’s side' : 'The payer’s side'
  if (expiresAt === undefined) return null
  return (
    <Section title="Waits for a decision">
      <Group align="center" gap="xl">
        <Countdown from={createdAt} to={expiresAt} clockAheadMs={balances.data?.clockAheadMs ?? 0} />
        <Stack gap="sm" flex={1} miw={280}>
          <Text size="sm">
            {formatMoney(transfer.tokenAmount.tokens, transfer.tokenAmount.currency)} are reserved. {committer} commits
            the transfer; the payee’s side may also abort it. Without a commit it expires at <Instant at={expiresAt} />,
            and the payer has the tokens again.
          </Text>
          {!mayDecide && (
            <Text size="sm" c="dimmed">
              Deciding needs the right APPROVE on DIGITAL_MONEY, which your role does not grant.
            </Text>
          )}
          {mayDecide && !mayCommit && (
            <Text size="sm" c="dimmed">
              {isPayee
                ? 'Committing is for the payer’s side. You may abort it.'
                : 'The decision is for the payee’s side.'}
            </Text>
          )}
          {mayDecide && (
            <Group>
              {(mayCommit || isPayee) && (
                <DecisionButton partnerId={partnerId} transfer={transfer} action="ABORT" onRefused={onRefused} />
              )}
              {mayCommit && (
                <DecisionButton partnerId={partnerId} transfer={transfer} action="COMMIT" onRefused={onRefused} />
              )}
            </Group>
          )}
        </Stack>
      </Group>
    </Section>
  )
}

interface DecisionButtonProps extends WaitingTransferProps {
  readonly action: 'COMMIT' | 'ABORT'
}

function DecisionButton({ partnerId, transfer, action, onRefused }: DecisionButtonProps) {
  const cache = useQueryClient()
  const attempt = useAttemptKey(`digital-${transfer.id}-${action}`)
  const amount = formatMoney(transfer.tokenAmount.tokens, transfer.tokenAmount.currency)
  const isCommit = action === 'COMMIT'
  return (
    <ActionButton
      label={isCommit ? 'Commit' : 'Abort'}
      {...(isCommit ? { variant: 'filled' } : { variant: 'light', color: 'red' })}
      confirm={{
        title: isCommit ? 'Commit the transfer?' : 'Abort the transfer?',
        message: isCommit
          ? `${amount} go to the beneficiary. This cannot be taken back.`
          : `The ${amount} are free again for the payer. This cannot be taken back; a new transfer can be made.`,
        label: isCommit ? 'Commit the transfer' : 'Abort the transfer',
        reason: 'optional',
      }}
      run={async (reason) => {
        try {
          const decided = await askDigital(
            digital(partnerId).resolveInterbankTransfer(
              { transferId: transfer.id },
              {
                ...head('INTERBANK_TRANSFER_RESOLUTION', attempt.key()),
                resolution: { action, ...(reason !== undefined && { reason }) },
              },
            ),
          )
          attempt.renew()
          cache.setQueryData(['digital', partnerId, 'transfers', transfer.id], decided)
        } catch (error) {
          // The page reads the transfer again and shows how it ended; this tells why the button did nothing.
          if (!hasCode(error, ...TOO_LATE)) throw error
          onRefused(error)
        }
      }}
      invalidates={[['digital', partnerId]]}
    />
  )
}
