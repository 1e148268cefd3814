// One redemption of tokens.

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
import { redemptionSteps } from '../words/states.ts'

const RESOLVED_BY: Readonly<Record<model.TokenRedemption['resolvedBy'], string>> = {
  REQUEST: 'The request named it',
  DEPOSIT: 'It is the account of the named deposit',
  PARTNER_DEFAULT: 'It is the partner’s default account in the currency',
  SOLE_ACCOUNT: 'It is the partner’s only active account in the currency',
}

export default function RedemptionPage() {
  const redemptionId = usePathParameter('id')
  return (
    <DigitalRecord<model.TokenRedemption>
      noun="Redemption"
      trail={[['Movements', '/digital/movements']]}
      queryKey={['redemptions', redemptionId]}
      load={(partnerId) => askDigital(digital(partnerId).getTokenRedemption({ redemptionId }))}
      refreshEveryMs={pollUntilFinal}
      frame={(redemption) => ({
        title: movementTitle('Redemption', redemption),
        badge: <StatusBadge status={redemption.state} />,
      })}
    >
      {(redemption, partnerId) => (
        <Stack gap="lg">
          <OutcomeNotice
            movement={redemption}
            success="The tokens are gone, and the linked account was credited with the money."
          />
          <Section title="Progress">
            <ProgressPath label="Progress of the redemption" steps={redemptionSteps(redemption)} />
          </Section>
          <Section title="The redemption">
            <Facts
              facts={[
                [
                  'Amount',
                  <Money
                    key="amount"
                    amount={redemption.tokenAmount.tokens}
                    currency={redemption.tokenAmount.currency}
                  />,
                ],
                ['Account', <AccountName key="account" partnerId={partnerId} id={redemption.digitalAssetAccount.id} />],
                ['How the account was found', RESOLVED_BY[redemption.resolvedBy]],
                ['Issuer', <InstitutionName key="issuer" partnerId={partnerId} id={redemption.issuer.institutionId} />],
                ['Paid to the linked account', <Id key="linked">{redemption.linkedAccount.id}</Id>],
                ...settlementFacts(redemption),
              ]}
            />
          </Section>
        </Stack>
      )}
    </DigitalRecord>
  )
}
