// The requests of a page that have no answer yet.

import type { Page, Request } from 'playwright-core'

const pending = new WeakMap<Page, Set<Request>>()

/** Counts from the first call on. */
export function pendingRequests(page: Page): ReadonlySet<Request> {
  const known = pending.get(page)
  if (known !== undefined) return known
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}
