// The operations on applications.

import type { LendingOperation } from '../lending-operation.ts'
import { createApplication } from './create-application.ts'
import { getApplication } from './get-application.ts'
import { listApplications } from './list-applications.ts'

export const APPLICATION_OPERATIONS: readonly LendingOperation[] = [createApplication, listApplications, getApplication]
