// Loads the code of a page. A part that an update of the gateway has removed makes the router load the console again; when
// the gateway cannot be reached, that would leave the user with the browser's own error page.

import { GatewayError } from './api/gateway-error.ts'
import { isReachable } from './api/reachable.ts'
import type { ConsolePage } from './pages/console-page.ts'

export async function loadPage({ load }: ConsolePage): ReturnType<ConsolePage['load']> {
  try {
    return await load()
  } catch (error) {
    if (await isReachable()) throw error
    throw new GatewayError({
      status: 0,
      code: '',
      message: 'The gateway cannot be reached, so this page could not be loaded.',
      fields: [],
    })
  }
}
