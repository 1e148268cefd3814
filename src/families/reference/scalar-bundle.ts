// The browser code of the reference page. Its package contains it only inside a Fastify plugin, so the plugin runs once
// in a server that never listens, and the file is requested from it.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fastify } from 'fastify'
import { fingerprintOf } from '../../platform/kernel/secrets/secrets.ts'

export interface ScalarBundle {
  readonly plain: Buffer
  readonly gzipped: Buffer
  readonly etag: string
}

let loading: Promise<ScalarBundle> | undefined

/** Loads the four megabytes when the page is first opened: most processes never show it. */
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
