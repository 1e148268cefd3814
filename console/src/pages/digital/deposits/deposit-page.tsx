// One tokenized deposit.

import { Stack } from '@mantine/core'
import type { digital as model } from '@tillgate/sdk'
import { digital } from '../../../api/gateway.ts'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { Id, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { DigitalRecord } from '../digital-frame.tsx'
import { askDigital } from '../digital-request.ts'
import { movementTitle, OutcomeNotice, pollUntilFinal, settlementFacts } from '../movements/movement-parts.tsx'
import { ProgressPath } from '../movements/progress-path.tsx'
import { AccountName, InstitutionName } from '../parties/party-names.tsx'
import { depositSteps } from '../words/states.ts'

export default function DepositPage() {
  const depositId = usePathParameter('id')
  return (
    <DigitalRecord<model.TokenizedDeposit>
      noun="Deposit"
      trail={[['Movements', '/digital/movements']]}
      queryKey={['deposits', depositId]}
      load={(partnerId) => askDigital(digital(partnerId).getTokenizedDeposit({ depositId }))}
      refreshEveryMs={pollUntilFinal}
      frame={(deposit) => ({
        title: movementTitle('Deposit', deposit),
        badge: <StatusBadge status={deposit.state} />,
      })}
    >
      {(deposit, partnerId) => (
        <Stack gap="lg">
          <OutcomeNotice
            movement={deposit}
            success="The linked account was debited, and the tokens are in the account."
          />
          <Section title="Progress">
            <ProgressPath label="Progress of the deposit" steps={depositSteps(deposit)} />
          </Section>
          <Section title="The deposit">
            <Facts
              facts={[
                [
                  'Amount',
                  <Money key="amount" amount={deposit.tokenAmount.tokens} currency={deposit.tokenAmount.currency} />,
                ],
                ['Account', <AccountName key="account" partnerId={partnerId} id={deposit.digitalAssetAccount.id} />],
                ['Issuer', <InstitutionName key="issuer" partnerId={partnerId} id={deposit.issuer.institutionId} />],
                ['Paid from the linked account', <Id key="linked">{deposit.linkedAccount.id}</Id>],
                ...settlementFacts(deposit),
              ]}
            />
          </Section>
        </Stack>
      )}
    </DigitalRecord>
  )
}
