// Compares a file with the books of a business date: what it is, how it is read, and the file itself.

import { FileInput, SimpleGrid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'

const LIST = '/reconciliations'

type New = onboarding.CreateReconciliationRequest
type Mapping = NonNullable<New['mapping']>

const COLUMNS = [
  'rrn',
  'amount',
  'currencyCode',
  'sign',
  'partnerId',
  'date',
  'accountId',
  'type',
  'terminalId',
] as const

interface Values extends Record<string, unknown> {
  institutionId: string
  businessDate: string
  source: string
  format: string | null
  delimiter: string | null
  rrn: string
  amount: string
  currencyCode: string
  sign: string
  partnerId: string
  date: string
  accountId: string
  type: string
  terminalId: string
  file: File | null
}

export default function NewReconciliationPage() {
  const navigate = useNavigate()
  const [url] = useUrlState()
  const state = useRecordForm({
    initialValues: {
      institutionId: url.institutionId ?? '',
      businessDate: url.businessDate ?? '',
      source: url.source ?? '',
      format: 'CSV',
      delimiter: ',',
      rrn: '',
      amount: '',
      currencyCode: '',
      sign: '',
      partnerId: '',
      date: '',
      accountId: '',
      type: '',
      terminalId: '',
      file: null,
    } as Values,
    validate,
    submit: async (values) => {
      const made = await ask(admin.createReconciliation(sentOf(values)))
      return ask(admin.sendReconciliationFile({ id: made.id }, typed(values.file as File)))
    },
    invalidates: [['reconciliations'], ['exceptions']],
    onSaved: ({ id }) => {
      notifications.show({ message: 'The file is compared.', color: 'green' })
      void navigate({ to: `${LIST}/${id}` })
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  const isCsv = form.values.format === 'CSV'
  return (
    <PageFrame
      title="Reconcile a file"
      description="Lines are matched with orders by partner, RRN, sign and currency. What differs becomes an exception. A later file of the same source and date replaces this one."
      trail={[['Reconciliations', LIST]]}
    >
      <Section>
        <RecordForm state={state} submitLabel="Send the file" onCancel={() => void navigate({ to: LIST })}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <InstitutionSelect required {...form.getInputProps('institutionId')} />
            {field.date('businessDate', 'Business date', { required: true })}
            {field.text(
              'source',
              'Source',
              'The partner that made the file, or its name when a column has the partners.',
              {
                required: true,
                maxLength: 35,
              },
            )}
            {field.choice('format', 'Format', ['CSV', 'CAMT053'], { required: true, allowDeselect: false })}
            {isCsv && field.choice('delimiter', 'Between columns', [',', ';', '|'], { allowDeselect: false })}
          </SimpleGrid>
          {isCsv && (
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
              {field.text('rrn', 'Column of the RRN', 'Empty: rrn')}
              {field.text('amount', 'Column of the amount', 'Empty: amount')}
              {field.text('currencyCode', 'Column of the currency', 'Empty: currencyCode')}
              {field.text('sign', 'Column of the sign', 'D or C. Without one a negative amount is a credit.')}
              {field.text('partnerId', 'Column of the partner', 'Without one all lines are of the source.')}
              {field.text('date', 'Column of the date')}
              {field.text('accountId', 'Column of the account', 'For what is missing here.')}
              {field.text('type', 'Column of the type', 'For what is missing here.')}
              {field.text('terminalId', 'Column of the terminal', 'For what is missing here.')}
            </SimpleGrid>
          )}
          <FileInput
            label="File"
            description="At most 256 MiB, in UTF-8."
            placeholder="Choose a file"
            accept=".csv,.txt,.xml"
            required
            {...form.getInputProps('file')}
          />
        </RecordForm>
      </Section>
    </PageFrame>
  )
}

function validate({ institutionId, businessDate, source, file }: Values) {
  return {
    ...(institutionId === '' && { institutionId: 'Choose the institution' }),
    ...(businessDate === '' && { businessDate: 'Choose the business date' }),
    ...(source.trim() === '' && { source: 'Name the source' }),
    ...(file === null && { file: 'Choose the file' }),
  }
}

function sentOf(values: Values): New {
  const { institutionId, businessDate, source, format, delimiter } = values
  const columns = COLUMNS.filter((name) => values[name].trim() !== '').map((name) => [name, values[name].trim()])
  const mapping = { ...Object.fromEntries(columns), ...(delimiter !== ',' && { delimiter }) } as Mapping
  return {
    institutionId,
    businessDate,
    source: source.trim(),
    format: format as New['format'],
    ...(format === 'CSV' && Object.keys(mapping).length > 0 && { mapping }),
  }
}

/** Browsers tell the type of a file by its name, if at all. */
function typed(file: File): Blob {
  return file.slice(0, file.size, 'application/octet-stream')
}
