// Finds the texts of the console in its sources: what stands between tags, and string literals that read like words. The
// build wraps each in a lookup (text-plugin.ts); `npm run texts` lists them for translators (texts.ts).
//
//   <Button>Try again</Button>              →  Try again
//   <Text>Version {version} of {id}</Text>  →  Version {0} of {1}
//   `Edit ${name}`                          →  Edit {0}
//
// English stays in the sources, where it is read and searched. A literal that is no text, but looks like one, does no harm:
// the catalogue has no entry for it, and the lookup answers the literal itself. A word that is a value of the API as well has
// to be marked (unmarked-values.ts).

import { parseSync } from 'vite'

export interface FoundText {
  readonly start: number
  readonly end: number
  /** With `{0}`, `{1}` … where the values go. */
  readonly text: string
  /** Where the expressions of the values stand in the source. */
  readonly values: readonly { readonly start: number; readonly end: number }[]
  readonly kind: 'string' | 'attribute' | 'children'
  /** Only compared with a text: wrapped, so that both sides are alike, but nothing to translate. */
  readonly isCompared: boolean
  /** Where it stands says that it is shown: between tags, as a label or title, or in `shownText('…')`. */
  readonly isMarked: boolean
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

/** In order of their starts; a text between tags may contain others. */
export function findTexts(file: string, source: string): readonly FoundText[] {
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' })
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  const found: FoundText[] = []
  visit(program as unknown as Node, [], found)
  return found.toSorted((one, other) => one.start - other.start || other.end - one.end)
}

function visit(node: Node, above: readonly Node[], found: FoundText[]): void {
  if (NOT_SEARCHED.has(node.type) || isNoText(node, above) || isCode(node)) return
  const text = textOf(node, above)
  if (text !== undefined) found.push(text)
  for (const child of childrenOf(node)) visit(child, [...above, node], found)
}

function textOf(node: Node, above: readonly Node[]): FoundText | undefined {
  const parent = above.at(-1)
  const at = {
    start: node.start,
    end: node.end,
    isCompared: parent !== undefined && isComparison(parent),
    isMarked: parent !== undefined && isMark(parent),
  }
  if (node.type === 'Literal' && typeof node.value === 'string' && readsLikeWords(node.value)) {
    return { ...at, text: node.value, values: [], kind: parent?.type === 'JSXAttribute' ? 'attribute' : 'string' }
  }
  if (node.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression') {
    const values = node.expressions as Node[]
    const words = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    if (!words.some((part) => /\s\p{L}{2}|\p{L}{2}\S?\s|^\p{Lu}\p{Ll}/u.test(part)) || isForMachine(words.join('')))
      return undefined
    return { ...at, text: numbered(words), values, kind: 'string' }
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return textBetweenTags(node)
  return undefined
}

/** All that stands between the tags is one text, so that a translation can put its parts in another order. */
function textBetweenTags({ children }: Node): FoundText | undefined {
  const inside = children as Node[]
  const [first, last] = [inside[0], inside.at(-1)]
  if (first === undefined || last === undefined) return undefined
  if (!inside.some((child) => child.type === 'JSXText' && /\p{L}{2}/u.test(String(child.value)))) return undefined
  const words = ['']
  const values: Node[] = []
  for (const child of inside) {
    const plain = plainText(child)
    if (plain !== undefined) words.push((words.pop() ?? '') + plain)
    else {
      values.push(child)
      words.push('')
    }
  }
  return {
    start: first.start,
    end: last.end,
    text: numbered(words),
    values,
    kind: 'children',
    isCompared: false,
    isMarked: true,
  }
}

function plainText(child: Node): string | undefined {
  if (child.type === 'JSXText') return withoutIndent(String(child.value))
  const { expression } = child as unknown as { expression?: Node }
  if (child.type !== 'JSXExpressionContainer' || expression === undefined) return undefined
  if (expression.type === 'JSXEmptyExpression') return ''
  return expression.type === 'Literal' && typeof expression.value === 'string' ? expression.value : undefined
}

/** As JSX does: line breaks and the space around them are one space, at the ends none. */
function withoutIndent(text: string): string {
  const lines = text.split('\n')
  const trimmed = lines.map((line, at) => {
    const end = at < lines.length - 1 ? line.trimEnd() : line
    return at > 0 ? end.trimStart() : end
  })
  return trimmed.filter((line) => line !== '').join(' ')
}

function numbered(words: readonly string[]): string {
  return words.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join('')
}

/** Paths, names of fields and codes. */
function isForMachine(text: string): boolean {
  return /^[/.#&?]|[<>{}\\_$]|:\/\/|^[A-Za-z]+[a-z][A-Z]/.test(text)
}

/** A capital with small letters after it, or two words. */
function readsLikeWords(text: string): boolean {
  if (!/\p{Ll}/u.test(text)) return false
  if (isForMachine(text)) return false
  return (
    /^[“¿]?\p{Lu}\S*\p{Ll}/u.test(text) ||
    /^\p{Lu} \p{Ll}/u.test(text) ||
    /\p{L}{2,},? (\d+ )?\p{L}{2,}/u.test(text) ||
    /^\d+ \p{Ll}{3,}/u.test(text)
  )
}

const NOT_SEARCHED: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TSTypeAnnotation',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeParameterInstantiation',
])

/** Attributes and calls whose strings are for the machine. */
const MACHINE_ATTRIBUTES =
  /^(className|class|style|to|href|src|type|name|role|key|id|color|c|variant|size|component|rel|target|module|action|resource|autoComplete|inputMode|d|data-(?!title$).*|aria-(live|sort|keyshortcuts|controls|labelledby|describedby)|lang|dataKey|urlPrefix|savedFor|gap|p|px|py|m|mt|mb|fz|w|h|flex|method|kind)$/
const MACHINE_KEYS =
  /^(queryKey|className|style|color|path|to|module|type|key|id|name|href|kind|code|variant|fontFamily.*|queryFn)$/
const MACHINE_CALLS =
  /^(Error|RegExp|querySelector(All)?|closest|getElementById|getItem|setItem|removeItem|addEventListener|removeEventListener|matchMedia|fetch|setAttribute|getAttribute|word|test|exec|split|replace|replaceAll|startsWith|endsWith|includes|get|has|apiValue|DateTimeFormat|NumberFormat|DisplayNames)$/

function isNoText(node: Node, above: readonly Node[]): boolean {
  const parent = above.at(-1)
  if (parent === undefined) return false
  switch (parent.type) {
    case 'JSXAttribute':
      return node === parent.name || MACHINE_ATTRIBUTES.test(attributeName(parent))
    case 'Property':
    case 'PropertyDefinition':
      return (node === parent.key && parent.computed !== true) || MACHINE_KEYS.test(keyName(parent))
    case 'MemberExpression':
      return node === parent.property
    // Names of keys on the keyboard.
    case 'BinaryExpression':
      return [parent.left, parent.right].some((side) => (side as { property?: Node }).property?.name === 'key')
    case 'CallExpression':
    case 'NewExpression':
      return node !== parent.callee && MACHINE_CALLS.test(calleeName(parent))
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return node === parent.typeAnnotation
    default:
      return node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)
  }
}

const SHOWN_NAMES = /^(label|title|description|hint|placeholder|short|aria-label|[xy]AxisLabel|rightYAxisLabel)$/

function isMark(parent: Node): boolean {
  if (parent.type === 'JSXAttribute') return SHOWN_NAMES.test(attributeName(parent))
  if (parent.type === 'Property') return SHOWN_NAMES.test(keyName(parent))
  return parent.type === 'CallExpression' && calleeName(parent) === 'shownText'
}

/** Read letter by letter, or copied. */
function isCode({ openingElement }: Node): boolean {
  return /^(Code|Id|Kbd)$/.test(String((openingElement as { name: { name?: string } } | undefined)?.name.name))
}

function isComparison({ type, operator }: Node): boolean {
  return (type === 'BinaryExpression' && /^[!=]==?$/.test(String(operator))) || type === 'SwitchCase'
}

function attributeName({ name }: Node): string {
  return String((name as { name?: unknown }).name)
}

function keyName({ key }: Node): string {
  const { name, value } = key as { name?: string; value?: unknown }
  return name ?? String(value)
}

function calleeName({ callee }: Node): string {
  const { name, property } = callee as { name?: string; property?: { name?: string } }
  return name ?? property?.name ?? ''
}

function* childrenOf(node: Node): Generator<Node> {
  for (const [name, value] of Object.entries(node)) {
    if (name === 'parent') continue
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield one
  }
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === 'string' && typeof (value as Node).start === 'number'
}
