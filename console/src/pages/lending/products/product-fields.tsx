// The fields of a loan product, in groups.

import { SimpleGrid, Stack } from '@mantine/core'
import type { FieldsProps } from '../../../kit/form/resource-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { InstitutionSelect } from '../../../kit/inputs/institution-select.tsx'
import { Section } from '../../../kit/page/section.tsx'
import type { LoanProduct } from '../terms/loan-products.ts'
import { TermInput } from '../terms/term-input.tsx'
import { TermsFields } from '../terms/terms-fields.tsx'
import { BucketFields } from './bucket-fields.tsx'
import type { ProductValues } from './product-values.ts'
import { ACCOUNTINGS, APR_METHODS } from './product-words.ts'

/** Institution and code of a product cannot be changed. */
export function ProductFields({ form, record }: FieldsProps<ProductValues, LoanProduct>) {
  const field = fieldsOf(form)
  const isNew = record === undefined
  const currency = form.values.currencies[0] ?? 'USD'
  return (
    <Stack gap="lg">
      <Section title="The product">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <InstitutionSelect
            required
            disabled={!isNew}
            description={isNew ? 'It lends, and it stays.' : 'It cannot be changed.'}
            {...form.getInputProps('institutionId')}
          />
          {field.text(
            'productCode',
            'Product code',
            isNew ? 'Unique on the platform, and it stays.' : 'It cannot be changed.',
            { required: true, disabled: !isNew, maxLength: 35 },
          )}
          {field.text('name', 'Name', { required: true, maxLength: 120 })}
          {field.tags('currencies', 'Currencies', 'The first one is used when an application names none.', {
            required: true,
            onChange: (codes) =>
              form.setFieldValue(
                'currencies',
                codes.map((code) => code.trim().toUpperCase()),
              ),
          })}
        </SimpleGrid>
        {field.area('description', 'Description', { maxLength: 255, autosize: true, minRows: 2, mt: 'md' })}
      </Section>
      <Section title="What may be asked for">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.money('amount.min', 'Smallest amount', currency, { required: true })}
          {field.money('amount.max', 'Largest amount', currency, { required: true })}
          <TermInput form={form} path="term.min" label="Shortest term" required />
          <TermInput form={form} path="term.max" label="Longest term" required />
          {field.rate('rate.min', 'Lowest rate', { required: true, max: 100 })}
          {field.rate('rate.max', 'Highest rate', { required: true, max: 100 })}
          {field.rate('defaultRate', 'Usual rate', 'Of an application that names none, in percent per year.', {
            required: true,
            max: 100,
          })}
          {field.flag('riskSignalsRequired', 'An approval needs risk signals', { mt: { sm: 28 } })}
        </SimpleGrid>
      </Section>
      <Section title="Terms of its loans" description="What is left empty has the general default.">
        <TermsFields form={form} currency={currency} unstated="The general default" />
      </Section>
      <Section title="Rules">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.number('chargeOffDays', 'Charged off after days past due', '180 when empty.', { min: 1, max: 3650 })}
          {field.rate('feeCapPercent', 'All fees together at most', 'Percent of the principal; 25 when empty.', {
            max: 1000,
          })}
          {field.number('maxInstalments', 'Instalments at most', '480 when empty. Down payments do not count.', {
            min: 1,
            max: 2100,
          })}
          {field.flag('dailyRows', 'Instalments may be less than a week apart', { mt: { sm: 28 } })}
          {field.choice('aprMethod', 'APR', APR_METHODS, { allowDeselect: false })}
          {field.choice('accounting', 'Accounting', ACCOUNTINGS, { allowDeselect: false })}
          {field.flag('overpaymentAllowed', 'A payment may exceed what is owed')}
        </SimpleGrid>
      </Section>
      <Section
        title="Aging buckets"
        description="Ranges of days past due, from 0 and without a gap. The usual seven when there are none here."
      >
        <BucketFields form={form} />
      </Section>
    </Stack>
  )
}
