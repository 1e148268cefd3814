// The cache of what pages have read.

import { QueryClient } from '@tanstack/react-query'
import { GatewayError } from './gateway-error.ts'

/** How often a failed read is repeated. A refusal stays one; only what may pass is tried again. */
const ATTEMPTS = 2

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < ATTEMPTS && error instanceof GatewayError && error.isPassing,
      // What was read stays on the page when reading it again fails.
      throwOnError: false,
      // Asked without a network too: the failure is shown with a button to try again, where waiting for the network
      // would show a page that loads for ever. What failed is read again when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
