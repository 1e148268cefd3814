// The web console at /console: one page, and the scripts and styles that it loads. The page itself decides what to show at
// each path below /console, so all of them answer the page. It talks to the gateway through the APIs only.

import type { Call } from '../../edge/http/call.ts'
import type { Family, Reply, Route } from '../../edge/http/family.ts'
import { renderProblemJson } from '../../edge/http/problems/problem-json.ts'
import { Problem } from '../../platform/kernel/problems/problem.ts'
import { newSecret } from '../../platform/kernel/secrets/secrets.ts'
import { ConsoleFiles, type Encoding } from './console-files.ts'

/** What the page is told about this gateway. It is public: anyone can read it without signing in. */
export interface ConsoleSettings {
  readonly environment: string
  readonly version: string
  /** Single sign-on is configured. */
  readonly sso: boolean
  /** Changes that wait for a second user while no list is kept, and those that a list can name. */
  readonly fourEyes: { readonly usual: readonly string[]; readonly possible: readonly string[] }
  /** The sandbox's published credentials. */
  readonly sandbox?: unknown
}

export interface ConsoleParts {
  readonly settings: ConsoleSettings
  /** Where the built console is. */
  readonly folder: string
}

/** The name of a built file contains a hash of its content, so it never changes. */
const FOREVER = 'public, max-age=31536000, immutable'
/** The icon keeps its name. */
const FOR_A_DAY = 'public, max-age=86400'

export function consoleFamily({ settings, folder }: ConsoleParts): Family {
  const files = new ConsoleFiles(folder)
  const page = async (): Promise<Reply> => {
    const built = await files.page()
    return built === undefined ? NOT_BUILT : pageReply(built, settings)
  }
  const send = async (call: Call, path: string, cacheControl: string): Promise<Reply> => {
    const file = await files.find(path)
    if (file === undefined) throw new Problem('not-found', 'There is no such file')
    const { body, encoding } = file.read(acceptedEncoding(call))
    return reply(file.contentType, body, encoding, cacheControl)
  }
  return {
    name: 'console',
    prefixes: ['/console'],
    routes: [
      route('/console', 'ConsolePage', page),
      route('/console/*', 'ConsolePage', page),
      route('/console/assets/:name', 'ConsoleFile', (call) => send(call, `assets/${call.params.name}`, FOREVER)),
      route('/console/tillgate.svg', 'ConsoleFile', (call) => send(call, 'tillgate.svg', FOR_A_DAY)),
    ],
    renderProblem: renderProblemJson,
  }
}

function route(path: string, operation: string, answer: Route['answer']): Route {
  return { method: 'GET', path, operation, answer }
}

function reply(contentType: string, body: Buffer, encoding: Encoding, cacheControl: string): Reply {
  return {
    contentType,
    body,
    headers: {
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  }
}

function acceptedEncoding(call: Call): Encoding {
  const accepted = call.header('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

function pageReply(template: string, settings: ConsoleSettings): Reply {
  const nonce = newSecret()
  const text = template.replaceAll('{{nonce}}', nonce).replace('{{settings}}', attributeOf(JSON.stringify(settings)))
  return {
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policyOf(nonce) },
    body: text,
  }
}

/**
 * Scripts are the console's own files only: no inline script, no eval. Components write style elements, which carry the
 * page's nonce. Images are the console's own, and QR codes made by the gateway, as data and blobs.
 */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function attributeOf(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

const NOT_BUILT: Reply = {
  status: 404,
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Tillgate</title></head>
  <body>
    <h1>The console is not built</h1>
    <p>The APIs of this gateway work. To build the console, run <code>npm run build-console</code> in its folder and reload this page.</p>
    <p><a href="/docs">API reference</a></p>
  </body>
</html>
`,
}
