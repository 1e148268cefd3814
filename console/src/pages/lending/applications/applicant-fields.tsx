// Who borrows. The gateway keeps every field as it came.

import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { lending } from '@tillgate/sdk'
import { DateField } from '../../../kit/inputs/date-field.tsx'

export type ApplicantValues = {
  firstName: string
  lastName: string
  dateOfBirth: string
  email: string
  phone: string
}

export const NO_APPLICANT: ApplicantValues = { firstName: '', lastName: '', dateOfBirth: '', email: '', phone: '' }

export function ApplicantFields<Values>({ form }: { form: UseFormReturnType<Values> }) {
  const at = (name: string) => form.getInputProps(`applicant.${name}`)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="First name" required maxLength={120} {...at('firstName')} />
      <TextInput label="Last name" required maxLength={120} {...at('lastName')} />
      <DateField label="Date of birth" {...at('dateOfBirth')} />
      <TextInput label="E-mail" type="email" maxLength={254} {...at('email')} />
      <TextInput label="Phone" type="tel" maxLength={40} {...at('phone')} />
    </SimpleGrid>
  )
}

export function applicantOf(values: ApplicantValues): lending.Applicant {
  const stated = Object.entries(values).map(([name, value]) => [name, value.trim()])
  return Object.fromEntries(
    stated.filter(([name, value]) => value !== '' || name === 'firstName' || name === 'lastName'),
  ) as lending.Applicant
}
