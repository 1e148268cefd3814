// Who the institution is.

import { MultiSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fixedIf } from '../../kit/form/fixed-if.ts'
import { COUNTRIES, CURRENCIES, TIME_ZONES } from '../../kit/form/places-and-currencies.ts'
import { INSTITUTION_TYPES } from './institution.ts'
import type { InstitutionValues } from './institution-values.ts'
import { listError } from './list-error.ts'

export interface StepProps {
  readonly form: UseFormReturnType<InstitutionValues>
}

export interface IdentityStepProps extends StepProps {
  /** The code can still be chosen. */
  readonly isNew?: boolean
  /** The base currency can no longer be changed. */
  readonly isCurrencyFixed?: boolean
}

const SHOWN = 300

export function IdentityStep({ form, isNew = false, isCurrencyFixed = false }: IdentityStepProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
      <TextInput
        label="Code"
        description={
          isNew
            ? 'Channels name the institution by it (institution.id). It cannot be changed later.'
            : 'Fixed once the institution exists.'
        }
        placeholder="FI010"
        {...fixedIf(!isNew)}
        maxLength={35}
        {...form.getInputProps('institutionId')}
      />
      <Select
        label="Type"
        description="What kind of institution it is."
        required
        allowDeselect={false}
        data={[...INSTITUTION_TYPES]}
        {...form.getInputProps('type')}
      />
      <TextInput label="Legal name" required maxLength={120} {...form.getInputProps('legalName')} />
      <TextInput
        label="Display name"
        required
        maxLength={120}
        placeholder="As people call it"
        {...form.getInputProps('displayName')}
      />
      <Select
        label="Country"
        required
        searchable
        limit={SHOWN}
        data={[...COUNTRIES]}
        placeholder="Choose a country"
        {...form.getInputProps('countryCode')}
      />
      <Select
        label="Time zone"
        description="Business dates are counted in it."
        required
        searchable
        limit={SHOWN}
        data={[...TIME_ZONES]}
        placeholder="Choose a time zone"
        {...form.getInputProps('timezone')}
      />
      <Select
        label="Base currency"
        description={
          isCurrencyFixed
            ? 'Fixed since the institution was submitted.'
            : 'Limits are in it. It can be changed until the institution is submitted.'
        }
        searchable
        {...fixedIf(isCurrencyFixed)}
        limit={SHOWN}
        data={[...CURRENCIES]}
        placeholder="Choose a currency"
        {...form.getInputProps('baseCurrency')}
      />
      <MultiSelect
        label="Currencies of accounts"
        description="Leave empty for the base currency only."
        searchable
        limit={SHOWN}
        data={[...CURRENCIES]}
        {...form.getInputProps('currencies')}
        error={listError(form, 'currencies')}
      />
      <TextInput
        type="time"
        label="Cutover"
        description="Local time at which the next business date begins."
        {...form.getInputProps('cutoverTime')}
      />
    </SimpleGrid>
  )
}
