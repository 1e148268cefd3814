// One transfer of tokens. In two phases it shows how much time is left, and the decision to those who may take it.

import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { DigitalRecord } from '../digital-frame.tsx'
import { askDigital } from '../digital-request.ts'
import { movementTitle, pollUntilFinal, settlementFacts } from '../movements/movement-parts.tsx'
import { ProgressPath } from '../movements/progress-path.tsx'
import { AccountName, InstitutionName } from '../parties/party-names.tsx'
import { transferSteps } from '../words/states.ts'
import { ReturnTransfer } from './return-transfer.tsx'
import { TransferDecision } from './transfer-decision.tsx'
import { TransferOutcome } from './transfer-outcome.tsx'

export default function TransferPage() {
  const transferId = usePathParameter('id')
  return (
    <DigitalRecord<model.InterbankTransfer>
      noun="Transfer"
      trail={[['Movements', '/digital/movements']]}
      queryKey={['transfers', transferId]}
      load={(partnerId) => askDigital(digital(partnerId).getInterbankTransfer({ transferId }))}
      refreshEveryMs={pollUntilFinal}
      frame={(transfer, partnerId) => ({
        title: movementTitle('Transfer', transfer),
        badge: <StatusBadge status={transfer.state} />,
        actions: <ReturnTransfer partnerId={partnerId} transfer={transfer} />,
      })}
    >
      {(transfer, partnerId) => (
        <Stack gap="lg">
          <TransferOutcome transfer={transfer} />
          <TransferDecision key={transfer.id} partnerId={partnerId} transfer={transfer} />
          <Section title="Progress">
            <ProgressPath label="Progress of the transfer" steps={transferSteps(transfer)} />
          </Section>
          <Section title="The transfer">
            <Facts facts={[...sides(partnerId, transfer), ...terms(transfer), ...settlementFacts(transfer)]} />
          </Section>
        </Stack>
      )}
    </DigitalRecord>
  )
}

type Fact = readonly [string, React.ReactNode] | false

function sides(partnerId: string, transfer: model.InterbankTransfer): Fact[] {
  const { payer, beneficiary, digitalAssetAccount, tokenAmount, returned, returnOf } = transfer
  return [
    ['Amount', <Money key="amount" amount={tokenAmount.tokens} currency={tokenAmount.currency} />],
    returned !== undefined && ['Returned', <Money key="returned" amount={returned} currency={tokenAmount.currency} />],
    returnOf !== undefined && [
      'Returns',
      <Anchor key="returns" component={Link} to={`/digital/movements/transfers/${returnOf.id}`} size="sm">
        Another transfer
      </Anchor>,
    ],
    ['Payer', <InstitutionName key="payer" partnerId={partnerId} id={payer.institutionId} />],
    digitalAssetAccount === undefined
      ? ['Payer’s account', 'Shown to the payer’s partner only']
      : ['Payer’s account', <AccountName key="account" partnerId={partnerId} id={digitalAssetAccount.id} />],
    ['Beneficiary', <InstitutionName key="payee" partnerId={partnerId} id={beneficiary.institutionId} />],
    beneficiary.digitalAssetAccount === undefined
      ? ['Beneficiary’s account', 'That of the payer of the other transfer, which is not shown']
      : [
          'Beneficiary’s account',
          <AccountName key="beneficiary" partnerId={partnerId} id={beneficiary.digitalAssetAccount.id} />,
        ],
    beneficiary.name !== undefined && ['Beneficiary’s name', beneficiary.name],
  ]
}

function terms({ settlement, expiresAt, decision, remittance }: model.InterbankTransfer): Fact[] {
  return [
    ['Settled', settlement.mode === 'IMMEDIATE' ? 'At once' : 'In two phases'],
    settlement.committer !== undefined && [
      'Committed by',
      settlement.committer === 'PAYER' ? 'The payer’s side' : 'The payee’s side',
    ],
    expiresAt !== undefined && ['Expires', <Instant key="expires" at={expiresAt} />],
    decision !== undefined && [
      'Decision',
      <span key="decision">
        {DECISIONS[decision.action]} <Instant at={decision.at} />
      </span>,
    ],
    remittance?.info !== undefined && ['What it is for', remittance.info],
    remittance?.endToEndId !== undefined && ['End-to-end id', remittance.endToEndId],
  ]
}

const DECISIONS = { COMMIT: 'Committed', ABORT: 'Aborted', EXPIRE: 'Expired' } as const
