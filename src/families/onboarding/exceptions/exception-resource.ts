// Exceptions: reversals and orders that an operator has to settle.

import { EXCEPTION_SORTS } from '../../../exceptions/exception-records.ts'
import { type OnboardingOperation, resource } from '../onboarding-operation.ts'
import { EXCEPTION, exception, exceptionFilter, exceptionReply } from './exception-shapes.ts'
import { resolveException } from './resolve-exception.ts'

const exceptions = resource({
  path: '/transactions/exceptions',
  tag: 'Exceptions',
  module: 'EXCEPTIONS',
  noun: 'exception',
  pageSummary: 'A late reversal',
  shape: exception,
  example: EXCEPTION,
  sorts: Object.keys(EXCEPTION_SORTS),
  reply: exceptionReply,
  records: (services) => services.exceptions,

  browse: {
    id: 'BrowseExceptions',
    summary: 'List exceptions',
    description: 'Newest first, open and resolved ones.',
  },
  list: {
    id: 'ListExceptions',
    summary: 'Find exceptions',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: exceptionFilter,
    example: {
      summary: 'Open reversals without an original',
      value: { institutionId: 'FI001', kind: ['UNMATCHED'], state: ['OPEN'] },
    },
  },
})

export const EXCEPTION_OPERATIONS: readonly OnboardingOperation[] = [...exceptions, resolveException]
