// The fields of a rate.

import { Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { onboarding } from '@tillgate/sdk'
import type { FieldsProps } from '../../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { AddRowButton, RemoveRowButton } from '../row-buttons.tsx'
import { useLoanProduct } from '../terms/loan-products.ts'
import { ProductInput } from '../terms/product-input.tsx'
import { NEW_BAND, type RateValues } from './rate-values.ts'

export function RateFields({ form, record }: FieldsProps<RateValues, onboarding.LoanRate>) {
  const field = fieldsOf(form)
  const isNew = record === undefined
  const { productCode, type } = form.values
  return (
    <Stack gap="lg">
      <Section title="The rate">
        <Stack>
          {isNew ? (
            <ProductInput
              value={productCode}
              onChange={(code) => form.setFieldValue('productCode', code)}
              error={form.errors.productCode}
              withInactive
            />
          ) : (
            <TextInput label="Product" description="It cannot be changed." value={productCode} disabled readOnly />
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {field.choice(
              'type',
              'Type',
              [
                { value: 'FIXED', label: 'Fixed' },
                { value: 'INDEXED', label: 'Indexed: an index and a spread' },
              ],
              { allowDeselect: false },
            )}
            {field.rate(
              'nominalRate',
              'Rate',
              type === 'FIXED' ? 'Percent per year.' : 'Percent per year: index and spread together.',
              { required: true, max: 100 },
            )}
            {type === 'INDEXED' && (
              <>
                {field.text('index', 'Index', { required: true, placeholder: 'SOFR', maxLength: 35 })}
                {field.rate('spread', 'Spread', 'Added to the index.', {
                  required: true,
                  allowNegative: true,
                  min: -100,
                })}
              </>
            )}
            {field.date('effectiveFrom', 'First day', { required: true })}
            {field.date('effectiveTo', 'Last day', 'Until further notice when empty.')}
          </SimpleGrid>
        </Stack>
      </Section>
      <Section
        title="Quoted for"
        description="Any of these; without one, for everything. What is left empty restricts nothing."
      >
        <Bands form={form} />
      </Section>
    </Stack>
  )
}

/** Two beside each other on a telephone, what belongs together. */
const HALF = 'calc(50% - var(--mantine-spacing-md) / 2)'
const AMOUNT = { base: HALF, xs: 150 }
const MONTHS = { base: HALF, xs: 110 }

function Bands({ form }: { form: UseFormReturnType<RateValues> }) {
  const field = fieldsOf(form)
  const currency = useLoanProduct(form.values.productCode)?.currencies[0] ?? 'USD'
  return (
    <Stack gap="md">
      {form.values.bands.length === 0 && (
        <Text size="sm" c="dimmed">
          For everything.
        </Text>
      )}
      {form.values.bands.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place in the form
        <Group key={at} className="field-row" role="group" aria-label={`Band ${at + 1}`}>
          {field.money(`bands.${at}.amountMin`, 'Amount from', currency, { w: AMOUNT })}
          {field.money(`bands.${at}.amountMax`, 'Amount to', currency, { w: AMOUNT })}
          {field.number(`bands.${at}.termMin`, 'Months from', { w: MONTHS, min: 1, max: 1200 })}
          {field.number(`bands.${at}.termMax`, 'Months to', { w: MONTHS, min: 1, max: 1200 })}
          {field.tags(`bands.${at}.riskGrades`, 'Risk grades', {
            placeholder: form.values.bands[at]?.riskGrades.length === 0 ? 'Any' : '',
            flex: 1,
            miw: 160,
          })}
          <RemoveRowButton label={`Remove band ${at + 1}`} onClick={() => form.removeListItem('bands', at)} />
        </Group>
      ))}
      <AddRowButton label="Add a band" onClick={() => form.insertListItem('bands', { ...NEW_BAND })} />
    </Stack>
  )
}
