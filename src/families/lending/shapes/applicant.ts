// The applicant of an application or a loan: the name, and the caller's own fields, which are kept as they came.

import { Type } from 'typebox'
import { name } from '../../../edge/http/body/fields.ts'
import { explain, type Findings } from '../../../edge/http/body/validation.ts'
import { given } from '../../../edge/http/operation.ts'
import { keptFault } from './kept-fields.ts'

const named = Type.Object({ firstName: given(name('Given name')), lastName: given(name('Family name')) })

export const applicant = given(
  Type.Refine(
    Type.Object(named.properties, {
      component: 'Applicant',
      description: 'Who borrows. Other fields are kept as they came, up to 16 KiB in all',
      additionalProperties: true,
      inspect: inspectApplicant,
    }),
    (value) => keptFault(value, '') === undefined,
  ),
)

function inspectApplicant(value: unknown, path: string, found: Findings): void {
  const before = found.count
  explain(named, value, path, found)
  const fault = found.count > before ? undefined : keptFault(value, path)
  if (fault !== undefined) found.add(fault.path, fault.message)
}
