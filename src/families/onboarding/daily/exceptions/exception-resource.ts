// Exceptions: reversals and orders that an operator has to settle.

import { EXCEPTION_SORTS } from '../../../../oversight/exceptions/exception-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { assignException } from './assign-exception.ts'
import { assignExceptions } from './assign-exceptions.ts'
import { commentException } from './comment-exception.ts'
import { browseExceptionJobs, getExceptionJob } from './exception-jobs.ts'
import { EXCEPTION, exception, exceptionFilter, exceptionReply } from './exception-shapes.ts'
import { listExceptionAssignees } from './list-exception-assignees.ts'
import { resolveException } from './resolve-exception.ts'
import { resolveExceptions } from './resolve-exceptions.ts'

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
  get: { id: 'GetException', summary: 'Read an exception', description: 'With all its comments.' },
})

export const EXCEPTION_OPERATIONS: readonly OnboardingOperation[] = [
  ...exceptions,
  resolveException,
  assignException,
  commentException,
  listExceptionAssignees,
  resolveExceptions,
  assignExceptions,
  browseExceptionJobs,
  getExceptionJob,
]
