// The error of a field that takes several values: the gateway names the one that is wrong, `bins.1`.

import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { InstitutionValues } from './institution-values.ts'

type ListField = 'currencies' | 'services' | 'bins' | 'routingNumbers' | 'acquirerIds'

export function listError(form: UseFormReturnType<InstitutionValues>, field: ListField): ReactNode {
  const whole = form.errors[field]
  if (whole !== undefined && whole !== null) return whole
  const wrong = form.values[field].flatMap((value, at) => {
    const error = form.errors[`${field}.${at}`]
    return typeof error === 'string' ? [`${value}: ${error.charAt(0).toLowerCase()}${error.slice(1)}`] : []
  })
  return wrong.length === 0 ? undefined : wrong.join('. ')
}
