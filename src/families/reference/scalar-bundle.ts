// The browser code of the reference page. Its package ships it inside a Fastify plugin and nowhere else, so the plugin
// is run once in a server of its own that never listens, and asked for the file.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fastify } from 'fastify'
import { fingerprintOf } from '../../kernel/secrets.ts'

export interface ScalarBundle {
  readonly plain: Buffer
  readonly gzipped: Buffer
  readonly etag: string
}

let loading: Promise<ScalarBundle> | undefined

/** Loads the four megabytes when somebody first opens the page: most processes never show it. */
export function loadScalarBundle(): Promise<ScalarBundle> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<ScalarBundle> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const carrier = fastify({ logger: false })
  await carrier.register(apiReference, { routePrefix: '/reference', configuration: { url: '/unused' } })
  const { statusCode, rawPayload: plain } = await carrier.inject('/reference/js/scalar.js')
  await carrier.close()
  if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference no longer serves /js/scalar.js')
  const gzipped = await promisify(gzip)(plain, { level: 6 })
  return { plain, gzipped, etag: `"${fingerprintOf(plain.toString('latin1'))}"` }
}
