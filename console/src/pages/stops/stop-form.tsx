// Stops orders. What it would have stopped in the last hour is shown before.

import { Alert, Button, Group, SimpleGrid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { numberOf } from '../../kit/inputs/money-input.tsx'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { formatMoney } from '../../kit/show/format.ts'
import { useUser } from '../../session/session.ts'
import { SERVICES } from '../institutions/services.ts'
import type { Stop } from './stop-words.ts'

const LIST = '/stops'

const KINDS = ['ATM', 'TELLER', 'IVR', 'MOBILE', 'POS'] as const satisfies readonly NonNullable<Stop['terminalKind']>[]

/** Hours until it ends. */
const LASTS = [
  { value: '1', label: 'One hour' },
  { value: '4', label: 'Four hours' },
  { value: '24', label: 'A day' },
  { value: '168', label: 'A week' },
  { value: '720', label: '30 days' },
] as const

const HOUR_MS = 3_600_000

interface Values extends Record<string, unknown> {
  institutionId: string | null
  partnerId: string
  clientId: string
  terminalId: string
  terminalKind: Stop['terminalKind'] | null
  services: Stop['services']
  bin: string
  currencyCode: string
  amountOver: number | string
  payerInstitutionId: string
  payeeInstitutionId: string
  hours: string | null
  reason: string
  note: string
}

/** What is stopped; fields that are empty name nothing. */
function whatOf({ institutionId, terminalKind, services, amountOver, ...texts }: Values) {
  const { partnerId, clientId, terminalId, bin, currencyCode, payerInstitutionId, payeeInstitutionId } = texts
  const named = { partnerId, clientId, terminalId, bin, currencyCode, payerInstitutionId, payeeInstitutionId }
  const typed = Object.entries(named).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]))
  const over = numberOf(amountOver)
  return {
    ...(Object.fromEntries(typed) as Partial<typeof named>),
    ...(institutionId !== null && { institutionId }),
    ...(terminalKind !== null && terminalKind !== undefined && { terminalKind }),
    ...(services.length > 0 && { services }),
    ...(over !== undefined && { amountOver: over }),
  }
}

export default function NewStopPage() {
  const navigate = useNavigate()
  const user = useUser()
  const [{ institutionId = user.institutionId ?? null }] = useUrlState()
  const state = useRecordForm({
    initialValues: {
      institutionId,
      partnerId: '',
      clientId: '',
      terminalId: '',
      terminalKind: null,
      services: [],
      bin: '',
      currencyCode: '',
      amountOver: '',
      payerInstitutionId: '',
      payeeInstitutionId: '',
      hours: '24',
      reason: '',
      note: '',
    } as Values,
    submit: (values) => {
      const note = values.note.trim()
      const sent = { ...whatOf(values), reason: values.reason.trim(), ...(note !== '' && { note }) }
      const expiresAt = new Date(Date.now() + Number(values.hours ?? '24') * HOUR_MS - 1_000).toISOString()
      return ask(admin.createStop({ ...sent, expiresAt }))
    },
    fieldNames: { expiresAt: 'hours' },
    invalidates: [['stops']],
    onSaved: ({ id }) => {
      notifications.show({ message: 'Such orders are stopped.', color: 'green' })
      void navigate({ to: `${LIST}/${id}`, replace: true })
    },
  })
  const field = fieldsOf(state.form)
  return (
    <PageFrame
      title="Stop orders"
      description="All that is named must fit an order. The next one that fits is declined by every gateway (115), by REST and from switches. Reversals and repayments still pass. Nobody has to approve it."
      trail={[['Stops', LIST]]}
    >
      <Section>
        <RecordForm state={state} submitLabel="Stop" onCancel={() => void navigate({ to: LIST })}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <InstitutionSelect label="Institution" clearable {...state.form.getInputProps('institutionId')} />
            {field.choices('services', 'Services', SERVICES, 'None: all that move money.')}
            {field.text('partnerId', 'Partner', { maxLength: 35 })}
            {field.text('clientId', 'Client', { maxLength: 35 })}
            {field.text('terminalId', 'Terminal', { maxLength: 35 })}
            {field.choice('terminalKind', 'Kind of terminal', KINDS, { clearable: true })}
            {field.text('bin', 'Cards that begin with', '6 to 8 digits.', { maxLength: 8, inputMode: 'numeric' })}
            {field.text('currencyCode', 'Currency', { maxLength: 3, placeholder: 'USD' })}
            {field.number('amountOver', 'More than', 'In the currency.', { min: 0, hideControls: true })}
            {field.text('payerInstitutionId', 'Tokens from', 'The id of an institution of digital banking.', {
              maxLength: 36,
            })}
            {field.text('payeeInstitutionId', 'Tokens to', 'The id of an institution of digital banking.', {
              maxLength: 36,
            })}
            {field.choice('hours', 'Lasts', LASTS, { required: true, allowDeselect: false })}
          </SimpleGrid>
          {field.text('reason', 'Reason', 'Kept in the history and the audit log.', { required: true, maxLength: 255 })}
          {field.area('note', 'Note', { maxLength: 255, autosize: true, minRows: 2 })}
          <Preview what={() => whatOf(state.form.values)} />
        </RecordForm>
      </Section>
    </PageFrame>
  )
}

function Preview({ what }: { what(): onboarding.PreviewStopRequest }) {
  const preview = useMutation({ mutationFn: () => ask(admin.previewStop(what())) })
  const { data, error } = preview
  return (
    <>
      <Group>
        <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
          What of the last hour?
        </Button>
      </Group>
      {error !== null && <ErrorNotice error={error} />}
      {data !== undefined && (
        <Alert color="yellow" title="In the last hour it would have stopped">
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <div>Orders: {data.orders}</div>
            <div>Movements of tokens: {data.movements}</div>
            <div>Disbursements: {data.disbursements}</div>
            {data.amounts.map(({ currencyCode, amount }) => (
              <div key={currencyCode}>{formatMoney(amount, currencyCode)}</div>
            ))}
          </SimpleGrid>
          {data.ignored.length > 0 && (
            <div>Some of these may pass: records do not tell the client or all of the card.</div>
          )}
        </Alert>
      )}
    </>
  )
}
