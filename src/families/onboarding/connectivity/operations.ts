// The operations on connections to cores.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browseConnections } from './browse-connections.ts'
import { createConnection } from './create-connection.ts'
import { deleteConnection } from './delete-connection.ts'
import { getConnection } from './get-connection.ts'
import { listConnections } from './list-connections.ts'
import { setConnectionActivation } from './set-connection-activation.ts'
import { testConnection } from './test-connection.ts'
import { updateConnection } from './update-connection.ts'

export const CONNECTION_OPERATIONS: readonly OnboardingOperation[] = [
  createConnection,
  browseConnections,
  listConnections,
  getConnection,
  updateConnection,
  deleteConnection,
  setConnectionActivation,
  testConnection,
]
