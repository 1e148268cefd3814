// The fields of a loan product, in groups.

import { NumberInput, Select, SimpleGrid, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { InstitutionSelect } from '../../../kit/form/institution-select.tsx'
import { MoneyInput } from '../../../kit/form/money-input.tsx'
import type { FieldsProps } from '../../../kit/form/resource-form.tsx'
import { Section } from '../../../kit/page/section.tsx'
import type { LoanProduct } from '../terms/loan-products.ts'
import { RateInput } from '../terms/rate-input.tsx'
import { TermInput } from '../terms/term-input.tsx'
import { TermsFields } from '../terms/terms-fields.tsx'
import { BucketFields } from './bucket-fields.tsx'
import type { ProductValues } from './product-values.ts'
import { ACCOUNTINGS, APR_METHODS } from './product-words.ts'

/** Institution and code of a product cannot be changed. */
export function ProductFields({ form, record }: FieldsProps<ProductValues, LoanProduct>) {
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
          <TextInput
            label="Product code"
            required
            disabled={!isNew}
            description={isNew ? 'Unique on the platform, and it stays.' : 'It cannot be changed.'}
            maxLength={35}
            {...form.getInputProps('productCode')}
          />
          <TextInput label="Name" required maxLength={120} {...form.getInputProps('name')} />
          <TagsInput
            label="Currencies"
            required
            description="The first one is used when an application names none."
            {...form.getInputProps('currencies')}
            onChange={(codes) =>
              form.setFieldValue(
                'currencies',
                codes.map((code) => code.trim().toUpperCase()),
              )
            }
          />
        </SimpleGrid>
        <Textarea
          label="Description"
          maxLength={255}
          autosize
          minRows={2}
          mt="md"
          {...form.getInputProps('description')}
        />
      </Section>
      <Section title="What may be asked for">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MoneyInput label="Smallest amount" required currency={currency} {...form.getInputProps('amount.min')} />
          <MoneyInput label="Largest amount" required currency={currency} {...form.getInputProps('amount.max')} />
          <TermInput form={form} path="term.min" label="Shortest term" required />
          <TermInput form={form} path="term.max" label="Longest term" required />
          <RateInput label="Lowest rate" required max={100} {...form.getInputProps('rate.min')} />
          <RateInput label="Highest rate" required max={100} {...form.getInputProps('rate.max')} />
          <RateInput
            label="Usual rate"
            required
            max={100}
            description="Of an application that names none, in percent per year."
            {...form.getInputProps('defaultRate')}
          />
          <Switch
            label="An approval needs risk signals"
            mt={{ sm: 28 }}
            {...form.getInputProps('riskSignalsRequired', { type: 'checkbox' })}
          />
        </SimpleGrid>
      </Section>
      <Section title="Terms of its loans" description="What is left empty has the general default.">
        <TermsFields form={form} currency={currency} unstated="The general default" />
      </Section>
      <Section title="Rules">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NumberInput
            label="Charged off after days past due"
            description="180 when empty."
            min={1}
            max={3650}
            {...form.getInputProps('chargeOffDays')}
          />
          <RateInput
            label="All fees together at most"
            description="Percent of the principal; 25 when empty."
            max={1000}
            {...form.getInputProps('feeCapPercent')}
          />
          <NumberInput
            label="Instalments at most"
            description="480 when empty. Down payments do not count."
            min={1}
            max={2100}
            {...form.getInputProps('maxInstalments')}
          />
          <Switch
            label="Instalments may be less than a week apart"
            mt={{ sm: 28 }}
            {...form.getInputProps('dailyRows', { type: 'checkbox' })}
          />
          <Select label="APR" allowDeselect={false} data={APR_METHODS} {...form.getInputProps('aprMethod')} />
          <Select label="Accounting" allowDeselect={false} data={ACCOUNTINGS} {...form.getInputProps('accounting')} />
          <Switch
            label="A payment may exceed what is owed"
            {...form.getInputProps('overpaymentAllowed', { type: 'checkbox' })}
          />
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
