// How a borrower is reached: the caller's own fields, kept as they came.

import { Type } from 'typebox'
import type { Findings } from '../../../edge/http/body/validation.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { keptFault, keptObjectFault } from './kept-fields.ts'

export const contact = chosen(
  Type.Refine(
    Type.Object(
      {},
      {
        description: 'How the borrower is reached; kept as it came, up to 16 KiB',
        additionalProperties: true,
        inspect: (value: unknown, path: string, found: Findings) => {
          const fault = keptObjectFault(value, path)
          if (fault !== undefined) found.add(fault.path, fault.message)
        },
      },
    ),
    (value) => keptFault(value, '') === undefined,
  ),
)
