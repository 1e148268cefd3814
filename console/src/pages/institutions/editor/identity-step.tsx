// Who the institution is.

import { SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { fixedIf } from '../../../kit/inputs/fixed-if.ts'
import { COUNTRIES, CURRENCIES, TIME_ZONES } from '../../../kit/inputs/places-and-currencies.ts'
import { INSTITUTION_TYPES } from '../institution.ts'
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
  const field = fieldsOf(form)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
      {field.text(
        'institutionId',
        'Code',
        isNew
          ? 'Channels name the institution by it (institution.id). It cannot be changed later.'
          : 'Fixed once the institution exists.',
        { placeholder: 'FI010', ...fixedIf(!isNew), maxLength: 35 },
      )}
      {field.choice('type', 'Type', INSTITUTION_TYPES, 'What kind of institution it is.', {
        required: true,
        allowDeselect: false,
      })}
      {field.text('legalName', 'Legal name', { required: true, maxLength: 120 })}
      {field.text('displayName', 'Display name', { required: true, maxLength: 120, placeholder: 'As people call it' })}
      {field.choice('countryCode', 'Country', COUNTRIES, {
        required: true,
        searchable: true,
        limit: SHOWN,
        placeholder: 'Choose a country',
      })}
      {field.choice('timezone', 'Time zone', TIME_ZONES, 'Business dates are counted in it.', {
        required: true,
        searchable: true,
        limit: SHOWN,
        placeholder: 'Choose a time zone',
      })}
      {field.choice(
        'baseCurrency',
        'Base currency',
        CURRENCIES,
        isCurrencyFixed
          ? 'Fixed since the institution was submitted.'
          : 'Limits are in it. It can be changed until the institution is submitted.',
        { searchable: true, ...fixedIf(isCurrencyFixed), limit: SHOWN, placeholder: 'Choose a currency' },
      )}
      {field.choices('currencies', 'Currencies of accounts', CURRENCIES, 'Leave empty for the base currency only.', {
        searchable: true,
        limit: SHOWN,
        error: listError(form, 'currencies'),
      })}
      {field.text('cutoverTime', 'Cutover', 'Local time at which the next business date begins.', { type: 'time' })}
    </SimpleGrid>
  )
}
