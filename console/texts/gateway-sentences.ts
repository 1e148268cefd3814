// What the gateway says when it refuses something, read from its sources: `{0}` is a value of a template.

import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { parseSync } from 'vite'

const SOURCES = join(import.meta.dirname, '..', '..', 'src')

/** Sources whose sentences never reach the console: they go to terminals, switches, logs and operators of the machine. */
const NOT_SHOWN = [
  '**/*.{test,fixture}.ts',
  '**/conformance/**',
  '**/openapi.ts',
  '{app,ledger,sandbox}/**',
  'platform/{history,jobs,mail,storage}/**',
  'channels/{channel,core,iso8583,iso8583-link,switches}/**',
  'families/{accounts,console,events,operations,reference,welcome}/**',
  'families/onboarding/sign-in/sso/**',
  'edge/http/problems/**',
  'platform/kernel/catalogue/**',
  'loans/servicing/loan-checks.ts',
  'oversight/business-days/end-of-day.ts',
  'rules/**',
  'tokens/{ledgers,verify}/**',
]

/** `must be a UUID`, without the name of the field. */
const ABOUT_A_FIELD = /^(must|is|are|has|cannot|does|was|belongs|stays|covers|leaves) \S+/

const REFUSES =
  /Problem$|^(LoanRuleViolation|AprRefusal|fault|inUse|keyState|linkRefused|malformed|notPossible|overLimit|refusal|refused|returnInvalid|wrongState)$/

/** A fault's own words are never sent: the catalogue's cause is. */
const FAULTS: ReadonlySet<unknown> = new Set(['internal', 'unavailable', 'timeout'])

interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly callee?: { readonly name?: string; readonly property?: { readonly name?: string } }
  readonly arguments?: readonly Node[]
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
  readonly id?: { readonly name?: string }
  readonly init?: Node | null
  readonly consequent?: Node
  readonly alternate?: Node
}

/** Each sentence once, with the file that says it. */
export function gatewaySentences(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const file of globSync('**/*.ts', { cwd: SOURCES })) {
    if (NOT_SHOWN.some((pattern) => matchesGlob(file, pattern))) continue
    for (const sentence of sentencesOf(join(SOURCES, file))) found.set(sentence, file)
  }
  return found
}

function* sentencesOf(file: string): Generator<string> {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'), { lang: 'ts' })
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const waiting: unknown[] = [program]
  for (let node = waiting.pop() as Node | undefined; node !== undefined; node = waiting.pop() as Node | undefined) {
    const about = textsOf(node).filter((text) => ABOUT_A_FIELD.test(text))
    for (const text of [...about, ...refusalsOf(node)]) if (isSentence(text)) yield text
    for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) waiting.push(child)
  }
}

function refusalsOf({ type, callee, arguments: given = [], id, init }: Node): readonly string[] {
  if (type === 'VariableDeclarator' && id?.name === 'message' && init) return textsOf(init)
  if (type !== 'CallExpression' && type !== 'NewExpression') return []
  const name = callee?.name ?? callee?.property?.name ?? ''
  return REFUSES.test(name) && !FAULTS.has(given[0]?.value) ? given.flatMap(textsOf) : []
}

/** Of a choice both texts. */
function textsOf({ type, value, quasis = [], consequent, alternate }: Node): readonly string[] {
  if (type === 'ConditionalExpression') return [consequent, alternate].flatMap((side) => (side ? textsOf(side) : []))
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type !== 'TemplateLiteral') return []
  return [quasis.map(({ value: { cooked } }, at) => (at === 0 ? cooked : `{${at - 1}}${cooked}`)).join('')]
}

/** Not a code, not a name and its values, and not a part of a description. */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/\{\d+\}/g, '').match(/\p{L}{2,}/gu) ?? []
  return words.length > 1 && /\s/.test(text) && !/`|^[a-z].*\.$|\s$/.test(text) && text !== 'transaction.ref {0}'
}
