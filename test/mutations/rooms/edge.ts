import type { Defects } from '../defect.ts'

export const EDGE: Defects = {
  'limiter-of-its-own': {
    breaks: 'one kind of limit has the same buckets wherever in the process it is opened',
    file: 'src/edge/http/limits/rate-limit.ts',
    find: 'limiters.set(name, limiter)\n',
    replace: '\n',
  },
  'connections-kept-while-closing': {
    breaks: 'an answer of a server that closes ends its connection',
    file: 'src/edge/http/server/exchange.ts',
    find: 'if (this.#edge.closing || this.#isEarly) headers',
    replace: 'if (this.#isEarly) headers',
  },
  'nested-secrets-logged': {
    breaks: 'values under sensitive names are redacted in nested objects of a log line',
    file: 'src/edge/http/log.ts',
    find: 'isPlainObject(value) && depth < 2',
    replace: 'isPlainObject(value) && depth < 1',
  },
  'answers-cached': {
    breaks: 'no answer is kept by caches',
    file: 'src/edge/http/server/heads/response-headers.ts',
    find: "  'cache-control': 'no-store',\n",
    replace: '',
  },
  'client-of-other-family': {
    breaks: 'a client calls only the families that it is restricted to',
    file: 'src/edge/partners/partner-credentials.ts',
    find: ' || !client.families.has(this.#rules.name)) throw forbidden()',
    replace: ') throw forbidden()',
  },
  'same-site-trusted': {
    breaks: 'a page of another subdomain or port is foreign',
    file: 'src/edge/http/cross-origin.ts',
    find: "site !== 'same-origin' && site !== 'none'",
    replace: "site === 'cross-site'",
    noticedBy: 'src/families/operations/management-guard.test.ts',
  },
  'page-past-count': {
    breaks: 'a page that begins beyond what is counted is refused',
    file: 'src/edge/resource/cursor-pages.ts',
    find: '(asked - 1) * size >= COUNT_LIMIT',
    replace: '(asked - 1) * size > COUNT_LIMIT',
  },
  'field-order-counts': {
    breaks: 'a repeated request with its fields in another order has the same content',
    file: 'src/edge/http/body/known-fields.ts',
    find: 'known.sort().map((name) => {',
    replace: 'known.map((name) => {',
  },
  'internals-told': {
    breaks: 'the message of an internal fault is not told to callers',
    file: 'src/edge/http/problems/problem-details.ts',
    find: 'status >= 500 ? entry.cause',
    replace: 'status > 500 ? entry.cause',
    noticedBy: 'src/families/digital/family.test.ts',
  },
}
