// The first page of the public listener. A sandbox offers its console, the API reference and the guides of the checkout;
// elsewhere it leads to the reference, if that is served. And where to report a weakness.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Family, Reply, Route } from '../../edge/http/family.ts'
import { renderProblemJson } from '../../edge/http/problems/problem-json.ts'
import { renderSecurityText, type SecurityText } from './security-text.ts'

export const GUIDES_FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'guides')

export interface WelcomeOptions {
  readonly isSandbox: boolean
  /** Whether the reference is served. */
  readonly hasReference: boolean
  /** Guides in Markdown. An installation need not have them. */
  readonly guides: string
  readonly security: SecurityText
}

interface Guide {
  readonly name: string
  readonly title: string
  readonly text: string
}

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
li { margin: .5rem 0 }
`
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function welcomeFamily({ isSandbox, hasReference, guides: folder, security }: WelcomeOptions): Family {
  const guides = isSandbox ? readGuides(folder) : []
  const securityText = renderSecurityText(security)
  return {
    name: 'welcome',
    prefixes: ['/guides'],
    routes: [
      ...(isSandbox ? [route('/', 'Welcome', async () => welcomePage(hasReference, guides))] : []),
      ...(!isSandbox && hasReference ? [route('/', 'Welcome', async () => redirect('docs'))] : []),
      ...(securityText === undefined
        ? []
        : [route('/.well-known/security.txt', 'Security contact', async () => plainText(securityText))]),
      ...guides.map(({ name, text }) => route(`/guides/${name}`, 'Guide', async () => plainText(text))),
    ],
    renderProblem: renderProblemJson,
  }
}

function readGuides(folder: string): Guide[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => /^[a-z-]+\.md$/.test(name))
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
  })
}

function welcomePage(hasReference: boolean, guides: readonly Guide[]): Reply {
  const links = guides.map(({ name, title }) => `<li><a href="guides/${name}">${escapeHtml(title)}</a></li>`).join('\n')
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Tillgate sandbox</title>
<link rel="icon" href="data:," />
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Tillgate sandbox</h1>
<ul>
<li><a href="console/">Console</a>: its sign-in page offers the users of the sandbox</li>
${hasReference ? '<li><a href="docs">API reference</a>, with requests to send</li>' : ''}
</ul>
${links === '' ? '' : `<h2>Guides</h2>\n<ul>\n${links}\n</ul>`}
</main>
</body>
</html>
`
  const headers = { 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' }
  return { contentType: 'text/html; charset=utf-8', headers, body }
}

/** As plain text: every browser shows it. */
function plainText(text: string): Reply {
  return { contentType: 'text/plain; charset=utf-8', headers: { 'cache-control': 'no-cache' }, body: text }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function redirect(location: string): Reply {
  return { status: 302, body: '', headers: { location } }
}

function route(path: string, operation: string, answer: Route['answer']): Route {
  return { method: 'GET', path, operation, answer }
}
