// The decision on an application.

import { Alert, List, Stack, Text, Title } from '@mantine/core'
import type { lending } from '@tillgate/sdk'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { formatRate, formatTerm } from '../lending-words.ts'
import { useLoanProduct } from '../terms/loan-products.ts'
import { DecisionForm } from './decision-form.tsx'
import { Reasons } from './reasons.tsx'

const WORDS = { APPROVE: 'Approved', DECLINE: 'Declined', REFER: 'Referred' } as const
const COLOURS = { APPROVE: 'green', DECLINE: 'red', REFER: 'yellow' } as const

export interface DecisionSectionProps {
  readonly partnerId: string
  readonly application: lending.ApplicationDetail
  /** The application can still be decided. */
  readonly isOpen: boolean
}

export function DecisionSection({ partnerId, application, isOpen }: DecisionSectionProps) {
  const { decision, currency } = application
  const product = useLoanProduct(application.productCode)
  const needsSignals = product?.riskSignalsRequired === true && application.riskSignals.length === 0
  return (
    <Section
      title="Decision"
      actions={
        isOpen && (
          <Allowed module="LOAN_ORIGINATION" action="APPROVE">
            <FormDialog label="Decide" title="Decide on the application" variant="filled">
              {(close) => <DecisionForm partnerId={partnerId} application={application} onDone={close} />}
            </FormDialog>
          </Allowed>
        )
      }
    >
      <Stack>
        {isOpen && needsSignals && (
          <Alert color="yellow" role="note">
            This product needs risk signals before an approval.
          </Alert>
        )}
        {decision === undefined ? (
          <Text size="sm" c="dimmed">
            No one has decided yet.
          </Text>
        ) : (
          <>
            <Facts
              facts={[
                [
                  'Decision',
                  <StatusBadge key="decision" status={WORDS[decision.decision]} color={COLOURS[decision.decision]} />,
                ],
                ['By', decision.decidedBy],
                ['On', <Instant key="at" at={decision.createdAt} />],
                decision.approvedAmount !== undefined && [
                  'Approved amount',
                  <Money key="amount" amount={decision.approvedAmount} currency={currency} />,
                ],
                decision.approvedRate !== undefined && ['Approved rate', formatRate(decision.approvedRate)],
                decision.approvedTerm !== undefined && ['Approved term', formatTerm(decision.approvedTerm)],
                decision.expiresAt !== undefined && ['Valid until', <Instant key="ends" at={decision.expiresAt} />],
                decision.supersedes !== undefined && ['Follows', 'a referral'],
              ]}
            />
            {decision.reasonCodes.length > 0 && (
              <div>
                <Title order={3} size="h5" mb={6}>
                  Reasons
                </Title>
                <Reasons codes={decision.reasonCodes} none="" />
              </div>
            )}
            {decision.conditions.length > 0 && (
              <div>
                <Title order={3} size="h5" mb={6}>
                  Conditions
                </Title>
                <List size="sm">
                  {decision.conditions.map((condition) => (
                    <List.Item key={condition}>{condition}</List.Item>
                  ))}
                </List>
              </div>
            )}
          </>
        )}
      </Stack>
    </Section>
  )
}
