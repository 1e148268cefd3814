// Reads a JDM file (GoRules' JSON Decision Model) into its graph. zen silently never matches a row that lacks a cell or
// has one that cannot be read, which misleads operators. Here such a file is refused, and every finding names its node,
// column and row.

import { isBlank } from './expression/lexer.ts'

export interface Column {
  readonly id: string
  /** The header, as people read it. */
  readonly name: string
  /** An input without a field holds whole expressions. */
  readonly field: string | undefined
}

export interface DecisionTable {
  readonly id: string
  readonly name: string
  readonly hitPolicy: 'first' | 'collect'
  readonly inputs: readonly Column[]
  readonly outputs: readonly Column[]
  /** Cells by the id of their column. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly passThrough: boolean
  /** The name of a setting that zen supports and a compiled table does not. */
  readonly beyond: readonly string[]
}

export interface RuleGraph {
  readonly tables: readonly DecisionTable[]
  /** The chain of tables between input and output, or why there is none. */
  readonly line: readonly DecisionTable[] | string
  /** As the file holds it, for zen. */
  readonly content: object
}

/** Refused as a whole: what is wrong, each finding with its place. */
export class RuleFileError extends Error {
  override readonly name = 'RuleFileError'
  readonly findings: readonly string[]

  constructor(file: string, findings: readonly string[]) {
    const shown = findings.slice(0, MAX_FINDINGS)
    const more = findings.length > shown.length ? `; and ${findings.length - shown.length} more` : ''
    super(`${file}: ${shown.join('; ')}${more}`)
    this.findings = findings
  }
}

// The largest table that fits makes some thousands of comparisons, well under a millisecond.
export const MAX_FILE_BYTES = 1_048_576
const MAX_NODES = 16
const MAX_ROWS = 1_000
const MAX_COLUMNS = 32
const MAX_CELL_LENGTH = 4_000
const MAX_FINDINGS = 5

const TABLE = 'decisionTableNode'
// A functionNode runs scripts and fetches URLs, a decisionNode and a customNode load from elsewhere: not in a bank.
const ALLOWED_NODES = new Set(['inputNode', 'outputNode', TABLE, 'expressionNode', 'switchNode'])

type Json = Record<string, unknown>

/** @throws RuleFileError */
export function readRuleFile(file: string, text: string): RuleGraph {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES)
    throw new RuleFileError(file, [`is larger than ${MAX_FILE_BYTES} bytes`])
  const findings: string[] = []
  const content = parseObject(file, text)
  const nodes = objectsOf(content.nodes, 'nodes', findings)
  const edges = objectsOf(content.edges, 'edges', findings)
  if (nodes.length > MAX_NODES) findings.push(`has more than ${MAX_NODES} nodes`)
  if (findings.length > 0) throw new RuleFileError(file, findings)

  const ids = new Set<unknown>()
  const tables = new Map<string, DecisionTable>()
  for (const node of nodes) {
    const { id, type } = node
    if (typeof id !== 'string' || ids.has(id))
      findings.push(`a node has ${id === undefined ? 'no id' : `the id ${id} of another`}`)
    ids.add(id)
    if (typeof type !== 'string' || !ALLOWED_NODES.has(type))
      findings.push(`node ${nameOf(node)} is of the type ${type}, which is not allowed`)
    if (type === TABLE && typeof id === 'string') tables.set(id, readTable(node, id, findings))
  }
  if (tables.size === 0 && findings.length === 0) findings.push('has no decision table')
  for (const edge of edges) {
    if (!ids.has(edge.sourceId) || !ids.has(edge.targetId))
      findings.push('an edge leads to or from a node that is not there')
  }
  if (findings.length > 0) throw new RuleFileError(file, findings)
  return { tables: [...tables.values()], line: lineOf(nodes, edges, tables), content }
}

function parseObject(file: string, text: string): Json {
  try {
    const content: unknown = JSON.parse(text)
    if (isObject(content)) return content
  } catch {
    throw new RuleFileError(file, ['is not JSON'])
  }
  throw new RuleFileError(file, ['is not a JSON object'])
}

function readTable(node: Json, id: string, findings: string[]): DecisionTable {
  const name = nameOf(node)
  const found = (what: string) => findings.push(`node ${name}: ${what}`)
  const content = isObject(node.content) ? node.content : {}
  if (!isObject(node.content)) found('has no content')
  const { hitPolicy, executionMode = 'single', passThrough = false } = content
  if (hitPolicy !== 'first' && hitPolicy !== 'collect') found('its hitPolicy is neither first nor collect')
  if (typeof passThrough !== 'boolean') found('its passThrough is not a boolean')
  const inputs = columnsOf(content.inputs, 'inputs', found)
  const outputs = columnsOf(content.outputs, 'outputs', found)
  for (const output of outputs) if (output.field === undefined) found(`output ${output.name} has no field`)
  const ids = [...inputs, ...outputs].map((column) => column.id)
  if (new Set(ids).size < ids.length) found('two columns have the same id')
  refuseSharedFields(outputs, found)
  const rows = objectsOf(content.rules, 'rules', { push: found })
  if (rows.length > MAX_ROWS) found(`has more than ${MAX_ROWS} rows`)
  else for (const [index, row] of rows.entries()) checkRow(row, index + 1, [...inputs, ...outputs], found)
  const beyond = [
    ...(isBlankOrAbsent(content.inputField) ? [] : ['inputField']),
    ...(isBlankOrAbsent(content.outputPath) ? [] : ['outputPath']),
    ...(executionMode === 'single' ? [] : ['executionMode']),
  ]
  return {
    id,
    name,
    hitPolicy: hitPolicy === 'collect' ? 'collect' : 'first',
    inputs,
    outputs,
    rows: rows as Record<string, string>[],
    passThrough: passThrough === true,
    beyond,
  }
}

function columnsOf(value: unknown, what: string, found: (text: string) => void): Column[] {
  const columns = objectsOf(value, what, { push: found })
  if (columns.length > MAX_COLUMNS) found(`has more than ${MAX_COLUMNS} ${what}`)
  return columns.slice(0, MAX_COLUMNS).map(({ id, name, field }, index) => {
    if (typeof id !== 'string' || id === '' || id.startsWith('_')) found(`${what} ${index + 1} has no usable id`)
    if (!isBlankOrAbsent(field) && typeof field !== 'string')
      found(`${what} ${index + 1} has a field that is not a text`)
    return {
      id: String(id),
      name: typeof name === 'string' && name !== '' ? name : `${what} ${index + 1}`,
      field: typeof field === 'string' && !isBlank(field) ? field : undefined,
    }
  })
}

/** With two outputs of one field, or one inside the other, it is undefined which one wins. */
function refuseSharedFields(outputs: readonly Column[], found: (text: string) => void): void {
  const fields = outputs.flatMap(({ field }) => (field === undefined ? [] : [field]))
  for (const [index, field] of fields.entries()) {
    if (fields.some((other, at) => at !== index && (other === field ? at < index : other.startsWith(`${field}.`)))) {
      found(`two outputs write ${field}`)
    }
  }
}

function checkRow(row: Json, number: number, columns: readonly Column[], found: (text: string) => void): void {
  for (const column of columns) {
    const cell = Object.hasOwn(row, column.id) ? row[column.id] : undefined
    const place = placeOf(column, number)
    if (cell === undefined) found(`${place} is missing; leave it empty ("") for any`)
    else if (typeof cell !== 'string') found(`${place} is not a text`)
    else if (cell.length > MAX_CELL_LENGTH) found(`${place} is longer than ${MAX_CELL_LENGTH} characters`)
    else if (cell.trim() === '-') found(`${place} is "-", which never matches; leave it empty for any`)
  }
}

export function placeOf(column: Column, row: number): string {
  return `column ${column.name}, row ${row}`
}

/** One input, at most one output, and a single chain of tables between them. */
function lineOf(
  nodes: readonly Json[],
  edges: readonly Json[],
  tables: ReadonlyMap<string, DecisionTable>,
): RuleGraph['line'] {
  const other = nodes.find(({ type }) => type === 'expressionNode' || type === 'switchNode')
  if (other !== undefined) return `node ${nameOf(other)} is of the type ${other.type}`
  const inputs = nodes.filter(({ type }) => type === 'inputNode')
  const outputs = nodes.filter(({ type }) => type === 'outputNode')
  if (inputs.length !== 1 || outputs.length !== 1) return 'the graph has not exactly one input and one output'
  if ([...inputs, ...outputs].some(({ content }) => isObject(content) && !isBlankOrAbsent(content.schema))) {
    return 'the input or the output has a schema'
  }
  if (nodes.length !== edges.length + 1) return 'the tables are not in a single line'
  const line: DecisionTable[] = []
  let at = inputs[0]?.id
  for (let step = 0; step < edges.length; step++) {
    const next = edges.filter(({ sourceId }) => sourceId === at)
    if (next.length !== 1) return 'the tables are not in a single line'
    at = next[0]?.targetId
    const table = tables.get(String(at))
    if (table !== undefined) line.push(table)
  }
  return at === outputs[0]?.id && line.length === tables.size ? line : 'the tables are not in a single line'
}

function objectsOf(value: unknown, what: string, findings: { push(text: string): unknown }): Json[] {
  if (Array.isArray(value) && value.every(isObject)) return value
  findings.push(`${what} is not a list of objects`)
  return []
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isBlankOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value))
}

function nameOf(node: Json): string {
  return typeof node.name === 'string' && node.name !== '' ? node.name : String(node.id)
}
