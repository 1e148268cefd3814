// The three refreshes: rule files, channels, caches. Each answers once every live node has confirmed, or after two seconds.

import { Type } from 'typebox'
import type { Actor } from '../../../administration/audit/actor.ts'
import { bodyValidator } from '../../../edge/http/body/validation.ts'
import type { Call } from '../../../edge/http/call.ts'
import type { Reply, Route } from '../../../edge/http/family.ts'
import { invalidFields, type Problem } from '../../../platform/kernel/problems/problem.ts'
import { jsonReply } from '../json-reply.ts'
import { CACHE_NAMES, type CacheName, type CacheRequest, type RefreshReply } from './refreshes.ts'

export interface Refresher {
  rules(files: readonly string[], actor: Actor): Promise<RefreshReply>
  channels(actor: Actor): Promise<RefreshReply>
  caches(asked: readonly CacheRequest[] | undefined, actor: Actor): Promise<RefreshReply>
}

const MAX_ITEMS = 200
const text = Type.String({ minLength: 1, maxLength: 120 })

const readRules = bodyValidator(
  Type.Object({ droolFileName: Type.Optional(Type.Array(text, { maxItems: MAX_ITEMS })) }),
)
const readChannels = bodyValidator(Type.Object({ refreshAllChannels: Type.Optional(Type.Boolean()) }))
const readCaches = bodyValidator(
  Type.Object({
    refreshAllCache: Type.Optional(Type.Boolean()),
    caches: Type.Optional(
      Type.Array(
        Type.Object({
          cacheName: text,
          ids: Type.Optional(Type.Array(text, { minItems: 1, maxItems: MAX_ITEMS })),
        }),
        { maxItems: MAX_ITEMS },
      ),
    ),
  }),
)

export function refreshRoutes(refresher: Refresher): Route[] {
  async function rules(call: Call): Promise<Reply> {
    const { droolFileName = [] } = readRules(call.body)
    if (droolFileName.length === 0) throw nothingAskedFor('droolFileName', 'must name a rule file')
    return jsonReply(await refresher.rules(droolFileName, actorOf(call)))
  }

  async function channels(call: Call): Promise<Reply> {
    const { refreshAllChannels } = readChannels(call.body)
    if (refreshAllChannels !== true) throw nothingAskedFor('refreshAllChannels', 'must be true')
    return jsonReply(await refresher.channels(actorOf(call)))
  }

  async function caches(call: Call): Promise<Reply> {
    const { refreshAllCache, caches: named = [] } = readCaches(call.body)
    const asked = named.map(({ cacheName, ids }, index) => ({ name: cacheNameOf(cacheName, index), ids }))
    if (refreshAllCache === true) return jsonReply(await refresher.caches(undefined, actorOf(call)))
    if (asked.length === 0) throw nothingAskedFor('refreshAllCache', 'must be true, or caches must name one')
    return jsonReply(await refresher.caches(asked, actorOf(call)))
  }

  return [
    { method: 'POST', path: '/api/channels/refreshRules', operation: 'RefreshRules', answer: rules },
    { method: 'POST', path: '/api/channels/refresh', operation: 'RefreshChannels', answer: channels },
    { method: 'POST', path: '/api/channels/refresh/cache', operation: 'RefreshCaches', answer: caches },
  ]
}

function cacheNameOf(name: string, index: number): CacheName {
  const found = CACHE_NAMES.find((known) => known === name)
  if (found !== undefined) return found
  const message = `must be one of ${CACHE_NAMES.join(', ')}`
  throw invalidFields([{ path: `caches[${index}].cacheName`, message }])
}

function nothingAskedFor(path: string, message: string): Problem {
  return invalidFields([{ path, message }])
}

/** The management listener itself, because it knows no users. */
function actorOf({ ip, correlationId }: Call): Actor {
  return { email: 'management listener', ip, correlationId }
}
