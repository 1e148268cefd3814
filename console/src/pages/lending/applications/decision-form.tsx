// Approves, declines or refers an application.

import { Alert, MultiSelect, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { MoneyInput, numberOf } from '../../../kit/form/money-input.tsx'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { instantOfLocal } from '../../../kit/show/time-zone.ts'
import { lendingKey } from '../lending-frame.tsx'
import { DECISION_REASONS, REASONS } from '../lending-words.ts'
import { RateInput } from '../terms/rate-input.tsx'
import { TermInput, termOf } from '../terms/term-input.tsx'

type DecisionKind = api.Decision['decision']

const CONSEQUENCES: Readonly<Record<DecisionKind, string>> = {
  APPROVE: 'Offers can be made up to what is approved. An approval is final: it only expires.',
  DECLINE: 'The application ends. A refusal is final; the applicant can apply again.',
  REFER: 'Another person decides. The next decision replaces this one.',
}
const DONE: Readonly<Record<DecisionKind, string>> = {
  APPROVE: 'The application is approved.',
  DECLINE: 'The application is declined.',
  REFER: 'The application is referred.',
}

export interface DecisionFormProps {
  readonly partnerId: string
  readonly application: api.ApplicationDetail
  onDone(): void
}

export function DecisionForm({ partnerId, application, onDone }: DecisionFormProps) {
  const { applicationId, currency, requestedAmount, interestRate, loanTerm } = application
  const advice = application.riskSignals.at(-1)
  const once = useOnce(`decision-${applicationId}`)
  const state = useRecordForm({
    initialValues: {
      decision: (advice?.recommendation ?? 'APPROVE') as DecisionKind,
      reasonCodes: advice?.reasons.filter((code) => code in REASONS) ?? [],
      otherReasons: advice?.reasons.filter((code) => !(code in REASONS)) ?? [],
      approvedAmount: requestedAmount as number | string,
      approvedRate: interestRate as number | string,
      approvedTerm: { ...loanTerm, termCount: loanTerm.termCount as number | string },
      conditions: [] as string[],
      expiresAt: '',
    },
    validate: ({ decision, reasonCodes, otherReasons }) =>
      decision !== 'APPROVE' && reasonCodes.length + otherReasons.length === 0
        ? { reasonCodes: 'Give at least one reason' }
        : {},
    submit: (values) => {
      const reasonCodes = [...values.reasonCodes, ...values.otherReasons]
      return once((idempotencyKey) =>
        ask(
          lending(partnerId).recordDecision(
            {
              applicationId,
              decision: values.decision,
              reasonCodes,
              ...(values.decision === 'APPROVE' && {
                conditions: values.conditions,
                ...present({
                  approvedAmount: numberOf(values.approvedAmount),
                  approvedRate: numberOf(values.approvedRate),
                  approvedTerm: termOf(values.approvedTerm),
                  expiresAt: instantOfLocal(values.expiresAt),
                }),
              }),
            },
            { idempotencyKey },
          ),
        ),
      )
    },
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ decision }) => {
      notifications.show({ message: DONE[decision], color: 'green' })
      onDone()
    },
  })
  const { form } = state
  const { decision } = form.values
  return (
    <RecordForm
      state={state}
      submitLabel={decision === 'APPROVE' ? 'Approve' : decision === 'DECLINE' ? 'Decline' : 'Refer'}
      {...(decision === 'DECLINE' && { submitColor: 'red' })}
      onCancel={onDone}
    >
      <Segments
        aria-label="Decision"
        fullWidth
        data={[
          { value: 'APPROVE', label: 'Approve' },
          { value: 'REFER', label: 'Refer' },
          { value: 'DECLINE', label: 'Decline' },
        ]}
        {...form.getInputProps('decision')}
      />
      <Text size="sm" c="dimmed">
        {CONSEQUENCES[decision]}
      </Text>
      {advice !== undefined && advice.recommendation !== decision && (
        <Alert color="yellow" title="This differs from the recommendation" role="note">
          The decision table recommends to{' '}
          {advice.recommendation === 'REFER' ? 'refer' : advice.recommendation.toLowerCase()}.
        </Alert>
      )}
      {decision === 'APPROVE' && (
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <MoneyInput
              label="Approved amount"
              description={`At most ${formatMoney(requestedAmount, currency)}, which was asked for.`}
              currency={currency}
              {...form.getInputProps('approvedAmount')}
            />
            <RateInput label="Approved rate" description="Percent per year." {...form.getInputProps('approvedRate')} />
            <TermInput form={form} path="approvedTerm" label="Approved term" />
            <TextInput
              type="datetime-local"
              label="Approval ends"
              description="In 30 days when empty."
              {...form.getInputProps('expiresAt')}
            />
          </SimpleGrid>
          <TagsInput
            label="Conditions"
            description="What the approval depends on. Press Enter after each."
            {...form.getInputProps('conditions')}
          />
        </Stack>
      )}
      <MultiSelect
        label="Reasons"
        required={decision !== 'APPROVE'}
        searchable
        data={DECISION_REASONS.map((code) => ({ value: code, label: `${REASONS[code]} (${code})` }))}
        {...form.getInputProps('reasonCodes')}
      />
      <TagsInput
        label="Other reason codes"
        description="Of your own; letters, digits, hyphens and underscores. Press Enter after each."
        {...form.getInputProps('otherReasons')}
      />
    </RecordForm>
  )
}
