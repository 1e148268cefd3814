// What the test command makes for all tests: a PostgreSQL, and templates of databases and keys that tests copy instead of
// creating them. It makes each one on first use, so that a run of unit tests makes none, and removes them at the end.
// Without the test command there are none.

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * `postgres-server` is the URL of a running server. `migrated-*` have all migrations and no data. `sandbox-*` have been
 * used by a gateway once: they have sandbox data and keys, encrypted with `master-key`. A PGlite template is a data
 * directory, a PostgreSQL template a database name. An `rsa-key-*` is a key pair as JSON (onboarding/rsa-keys.ts).
 */
export type TemplateName =
  | 'postgres-server'
  | 'migrated-pglite'
  | 'migrated-postgres'
  | 'sandbox-pglite'
  | 'sandbox-postgres'
  | 'master-key'
  | `rsa-key-${number}`

export type TemplateMakers = Readonly<Record<TemplateName, () => Promise<string>>>

const VARIABLE = 'TEST_TEMPLATES_URL'
/** Set by a program that runs the test command again and again: the URL of templates that it serves itself. */
const LENT = 'TEST_LENT_TEMPLATES_URL'

/** For test commands that this process starts: they use the templates that it serves. */
export function lendTemplates(): Readonly<Record<string, string>> {
  return { [LENT]: process.env[VARIABLE] ?? '' }
}

/** The location of a template; undefined when no test command serves any. */
export async function findTemplate(name: TemplateName): Promise<string | undefined> {
  const url = process.env[VARIABLE]
  if (url === undefined) return undefined
  // Not fetch: tests replace it.
  const sent = request(`${url}/${name}`, { agent: false }).end()
  const [response] = await once(sent, 'response')
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`there is no template ${name}: ${answer}`)
  return answer
}

function makerOf(name: string, makers: TemplateMakers): () => Promise<string> {
  return makers[name as TemplateName] ?? (() => Promise.reject(new Error('unknown template')))
}

/** Serves templates to this process and its children, unless it was lent some. `close` waits for those being created. */
export async function serveTemplates(makers: TemplateMakers): Promise<{ close(): Promise<void> }> {
  const lent = process.env[LENT]
  if (lent !== undefined) {
    process.env[VARIABLE] = lent
    return { close: async () => {} }
  }
  const made = new Map<string, Promise<string>>()
  const make = (name: string): Promise<string> => {
    const making = made.get(name) ?? makerOf(name, makers)()
    made.set(name, making)
    return making
  }
  const server = createServer((asked, response) => {
    make((asked.url ?? '').slice(1)).then(
      (found) => response.end(found),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  // On a busy machine creating a template may exceed the default timeout.
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The operating system named no free port.')
  process.env[VARIABLE] = `http://127.0.0.1:${address.port}`
  return {
    async close() {
      delete process.env[VARIABLE]
      await Promise.allSettled(made.values())
      server.closeAllConnections()
      server.close()
    },
  }
}
