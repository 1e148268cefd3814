// Approves, declines or refers an application.

import { Alert, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf } from '../../../kit/inputs/money-input.tsx'
import { Segments } from '../../../kit/inputs/segments.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { instantOfLocal } from '../../../kit/show/time-zone.ts'
import { lendingKey } from '../lending-frame.tsx'
import { DECISION_REASONS, REASONS } from '../lending-words.ts'
import { TermInput, type TermValues, termOf } from '../terms/term-input.tsx'

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

interface DecisionValues extends Record<string, unknown> {
  decision: DecisionKind
  reasonCodes: string[]
  otherReasons: string[]
  approvedAmount: number | string
  approvedRate: number | string
  approvedTerm: TermValues
  conditions: string[]
  expiresAt: string
}

/** What the decision table recommends for what was asked for. */
function valuesOf({ requestedAmount, interestRate, loanTerm, riskSignals }: api.ApplicationDetail): DecisionValues {
  const advice = riskSignals.at(-1)
  return {
    decision: advice?.recommendation ?? 'APPROVE',
    reasonCodes: advice?.reasons.filter((code) => code in REASONS) ?? [],
    otherReasons: advice?.reasons.filter((code) => !(code in REASONS)) ?? [],
    approvedAmount: requestedAmount,
    approvedRate: interestRate,
    approvedTerm: loanTerm,
    conditions: [],
    expiresAt: '',
  }
}

function decisionOf(values: DecisionValues) {
  const { decision, reasonCodes, otherReasons, conditions } = values
  return {
    decision,
    reasonCodes: [...reasonCodes, ...otherReasons],
    ...(decision === 'APPROVE' && {
      conditions,
      ...present({
        approvedAmount: numberOf(values.approvedAmount),
        approvedRate: numberOf(values.approvedRate),
        approvedTerm: termOf(values.approvedTerm),
        expiresAt: instantOfLocal(values.expiresAt),
      }),
    }),
  }
}

export interface DecisionFormProps {
  readonly partnerId: string
  readonly application: api.ApplicationDetail
  onDone(): void
}

export function DecisionForm({ partnerId, application, onDone }: DecisionFormProps) {
  const { applicationId } = application
  const advice = application.riskSignals.at(-1)
  const once = useOnce(`decision-${applicationId}`)
  const state = useRecordForm<DecisionValues, api.Decision>({
    initialValues: valuesOf(application),
    validate: ({ decision, reasonCodes, otherReasons }) =>
      decision !== 'APPROVE' && reasonCodes.length + otherReasons.length === 0
        ? { reasonCodes: 'Give at least one reason' }
        : {},
    submit: (values) =>
      once((idempotencyKey) =>
        ask(lending(partnerId).recordDecision({ applicationId, ...decisionOf(values) }, { idempotencyKey })),
      ),
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ decision }) => {
      notifications.show({ message: DONE[decision], color: 'green' })
      onDone()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
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
      {decision === 'APPROVE' && <ApprovalFields form={form} application={application} />}
      {field.choices(
        'reasonCodes',
        'Reasons',
        DECISION_REASONS.map((code) => ({ value: code, label: `${REASONS[code]} (${code})` })),
        { required: decision !== 'APPROVE', searchable: true },
      )}
      {field.tags(
        'otherReasons',
        'Other reason codes',
        'Of your own; letters, digits, hyphens and underscores. Press Enter after each.',
      )}
    </RecordForm>
  )
}

interface ApprovalFieldsProps {
  readonly form: UseFormReturnType<DecisionValues>
  readonly application: api.ApplicationDetail
}

function ApprovalFields({ form, application: { currency, requestedAmount } }: ApprovalFieldsProps) {
  const field = fieldsOf(form)
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.money(
          'approvedAmount',
          'Approved amount',
          currency,
          `At most ${formatMoney(requestedAmount, currency)}, which was asked for.`,
        )}
        {field.rate('approvedRate', 'Approved rate', 'Percent per year.')}
        <TermInput form={form} path="approvedTerm" label="Approved term" />
        {field.text('expiresAt', 'Approval ends', 'In 30 days when empty.', { type: 'datetime-local' })}
      </SimpleGrid>
      {field.tags('conditions', 'Conditions', 'What the approval depends on. Press Enter after each.')}
    </Stack>
  )
}
