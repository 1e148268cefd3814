// Which addresses of a core are usable: https outside the sandbox, and nothing secret in the URL.

import type { Environment } from '../../kernel/environment.ts'

/** The parsed address; throws a TypeError that says what is wrong with it, without repeating it. */
export function assertUsableUrl(url: string, environment: Environment): URL {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError('the address of a core must be a URL such as https://core.bank.example/v1')
  }
  if (parsed.protocol === 'http:' && environment !== 'sandbox') {
    throw new TypeError(`the address of a core must start with https:// in ${environment}`)
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new TypeError('the address of a core must not hold a user or a password')
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    throw new TypeError('the address of a core must not have a query or a fragment')
  }
  return parsed
}
