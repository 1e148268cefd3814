// The fields of a rate.

import { Group, NumberInput, Select, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { onboarding } from '@tillgate/sdk'
import { DateField } from '../../../kit/form/date-field.tsx'
import { MoneyInput } from '../../../kit/form/money-input.tsx'
import type { FieldsProps } from '../../../kit/form/resource-form.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { AddRowButton, RemoveRowButton } from '../row-buttons.tsx'
import { useLoanProduct } from '../terms/loan-products.ts'
import { ProductInput } from '../terms/product-input.tsx'
import { RateInput } from '../terms/rate-input.tsx'
import { NEW_BAND, type RateValues } from './rate-values.ts'

export function RateFields({ form, record }: FieldsProps<RateValues, onboarding.LoanRate>) {
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
            <Select
              label="Type"
              allowDeselect={false}
              data={[
                { value: 'FIXED', label: 'Fixed' },
                { value: 'INDEXED', label: 'Indexed: an index and a spread' },
              ]}
              {...form.getInputProps('type')}
            />
            <RateInput
              label="Rate"
              required
              max={100}
              description={type === 'FIXED' ? 'Percent per year.' : 'Percent per year: index and spread together.'}
              {...form.getInputProps('nominalRate')}
            />
            {type === 'INDEXED' && (
              <>
                <TextInput label="Index" required placeholder="SOFR" maxLength={35} {...form.getInputProps('index')} />
                <RateInput
                  label="Spread"
                  required
                  allowNegative
                  min={-100}
                  description="Added to the index."
                  {...form.getInputProps('spread')}
                />
              </>
            )}
            <DateField label="First day" required {...form.getInputProps('effectiveFrom')} />
            <DateField
              label="Last day"
              description="Until further notice when empty."
              {...form.getInputProps('effectiveTo')}
            />
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

function Bands({ form }: { form: UseFormReturnType<RateValues> }) {
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
          <MoneyInput
            label="Amount from"
            currency={currency}
            w={150}
            {...form.getInputProps(`bands.${at}.amountMin`)}
          />
          <MoneyInput label="Amount to" currency={currency} w={150} {...form.getInputProps(`bands.${at}.amountMax`)} />
          <NumberInput label="Months from" w={110} min={1} max={1200} {...form.getInputProps(`bands.${at}.termMin`)} />
          <NumberInput label="Months to" w={110} min={1} max={1200} {...form.getInputProps(`bands.${at}.termMax`)} />
          <TagsInput
            label="Risk grades"
            placeholder={form.values.bands[at]?.riskGrades.length === 0 ? 'Any' : ''}
            flex={1}
            miw={160}
            {...form.getInputProps(`bands.${at}.riskGrades`)}
          />
          <RemoveRowButton label={`Remove band ${at + 1}`} onClick={() => form.removeListItem('bands', at)} />
        </Group>
      ))}
      <AddRowButton label="Add a band" onClick={() => form.insertListItem('bands', { ...NEW_BAND })} />
    </Stack>
  )
}
