// The API reference: /docs shows the documents of /openapi/{family}.json. The page loads everything from this process,
// so it works without internet access and no third party learns of its readers.

import type { Call } from '../../edge/http/call.ts'
import type { Family, Reply, Route } from '../../edge/http/family.ts'
import { renderProblemJson } from '../../edge/http/problems/problem-json.ts'
import { fingerprintOf } from '../../platform/kernel/secrets/secrets.ts'
import { loadScalarBundle } from './scalar-bundle.ts'

/** One OpenAPI document, served at /openapi/{name}.json. */
export interface ReferenceDocument {
  readonly name: string
  readonly title: string
  /** Computed when it is first asked for: it takes a tenth of a second, and few gateways are asked. */
  document(): unknown
}

// Scalar writes style attributes and style elements as it renders, which a policy can only allow or forbid as a whole.
// Scripts are our own files; inline scripts and eval are forbidden, and nothing may be fetched from elsewhere.
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function referenceFamily(documents: readonly ReferenceDocument[]): Family {
  const page = pageOf(documents)
  return {
    name: 'reference',
    prefixes: ['/docs', '/openapi'],
    routes: [
      route('/docs', 'ReferencePage', async () => page),
      // The page refers to its files by relative URLs, so that it also works behind a proxy that adds a prefix.
      route('/docs/', 'ReferencePage', async () => redirect('../docs')),
      route('/docs/scalar.js', 'ReferenceScript', scalarScript),
      cached('/docs/start.js', 'ReferenceStart', () => startScript(documents), 'text/javascript; charset=utf-8'),
      ...documents.map(({ name, document }) =>
        cached(
          `/openapi/${name}.json`,
          'OpenApiDocument',
          () => JSON.stringify(document()),
          'application/json; charset=utf-8',
        ),
      ),
    ],
    renderProblem: renderProblemJson,
  }
}

function pageOf(documents: readonly ReferenceDocument[]): Reply {
  const links = documents.map(({ name }) => `<a href="openapi/${name}.json">${name}</a>`).join(', ')
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tillgate API reference</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The reference needs JavaScript. The documents themselves: ${links}</noscript>
    <script src="docs/scalar.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`
  return {
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' },
    body,
  }
}

// Turns off everything that would call home or offer a third party's service.
const SETTINGS = {
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  defaultOpenAllTags: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  // Scalar gives all table columns fixed widths and breaks words to fit, so a column of codes becomes one letter wide.
  // Here columns are as wide as their longest word, and a table that is still too wide scrolls.
  customCss: [
    '.markdown table { display: block !important; table-layout: auto !important; overflow-x: auto !important }',
    '.markdown th, .markdown td { overflow-wrap: normal !important; word-break: normal !important }',
    '.markdown th, .markdown td { padding: 6px 8px !important }',
    // Codes contain hyphens, at which they would break.
    '.markdown td:first-child { white-space: nowrap }',
  ].join(' '),
}

function startScript(documents: readonly ReferenceDocument[]): string {
  const sources = documents.map(({ name, title }) => ({ slug: name, title, url: `../openapi/${name}.json` }))
  return `const here = document.currentScript.src
const sources = ${JSON.stringify(sources)}.map((source) => ({ ...source, url: new URL(source.url, here).href }))
Scalar.createApiReference('#reference', { ...${JSON.stringify(SETTINGS)}, sources })
`
}

async function scalarScript(call: Call): Promise<Reply> {
  const { plain, gzipped, etag } = await loadScalarBundle()
  const headers = { 'cache-control': 'no-cache', etag, vary: 'accept-encoding' }
  if (call.header('if-none-match') === etag) return { status: 304, body: '', headers }
  const contentType = 'text/javascript; charset=utf-8'
  if (!/\bgzip\b/.test(call.header('accept-encoding') ?? '')) return { contentType, headers, body: plain }
  return { contentType, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipped }
}

function route(path: string, operation: string, answer: Route['answer']): Route {
  return { method: 'GET', path, operation, answer }
}

/** A constant text, made when it is first asked for. */
function cached(path: string, operation: string, make: () => string, contentType: string): Route {
  let made: { readonly body: string; readonly headers: Readonly<Record<'cache-control' | 'etag', string>> } | undefined
  return route(path, operation, async (call) => {
    if (made === undefined) {
      const body = make()
      made = { body, headers: { 'cache-control': 'no-cache', etag: `"${fingerprintOf(body)}"` } }
    }
    const { body, headers } = made
    return call.header('if-none-match') === headers.etag
      ? { status: 304, body: '', headers }
      : { contentType, headers, body }
  })
}

function redirect(location: string): Reply {
  return { status: 302, body: '', headers: { location } }
}
