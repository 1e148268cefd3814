// The parts of a decision in the JSON Decision Model of GoRules, in the order in which they are evaluated.

export interface TableColumn {
  readonly id: string
  readonly name: string
  /** Absent for an input whose cells are whole expressions. */
  readonly field: string | undefined
}

export interface TableNode {
  readonly kind: 'table'
  readonly id: string
  readonly name: string
  readonly hitPolicy: string
  readonly inputs: readonly TableColumn[]
  readonly outputs: readonly TableColumn[]
  readonly rows: readonly { readonly cells: Readonly<Record<string, string>>; readonly description: string }[]
}

export interface ExpressionNode {
  readonly kind: 'expressions'
  readonly id: string
  readonly name: string
  readonly expressions: readonly { readonly key: string; readonly value: string }[]
}

export interface SwitchNode {
  readonly kind: 'switch'
  readonly id: string
  readonly name: string
  readonly branches: readonly { readonly condition: string; readonly leadsTo: readonly string[] }[]
}

export type DecisionNode = TableNode | ExpressionNode | SwitchNode

type Json = Readonly<Record<string, unknown>>

export function decisionNodes(content: Json): DecisionNode[] {
  const nodes = objectsIn(content.nodes)
  const edges = objectsIn(content.edges)
  const names = new Map(nodes.map((node) => [text(node.id), nameOf(node)]))
  return inOrder(nodes, edges).flatMap((node) => readNode(node, edges, names))
}

function readNode(node: Json, edges: readonly Json[], names: ReadonlyMap<string, string>): DecisionNode[] {
  const content = isObject(node.content) ? node.content : {}
  const known = { id: text(node.id), name: nameOf(node) }
  switch (node.type) {
    case 'decisionTableNode':
      return [
        {
          kind: 'table',
          ...known,
          hitPolicy: text(content.hitPolicy),
          inputs: columnsOf(content.inputs),
          outputs: columnsOf(content.outputs),
          rows: objectsIn(content.rules).map((row) => ({
            cells: Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, text(cell)])),
            description: text(row._description),
          })),
        },
      ]
    case 'expressionNode':
      return [
        {
          kind: 'expressions',
          ...known,
          expressions: objectsIn(content.expressions).map(({ key, value }) => ({ key: text(key), value: text(value) })),
        },
      ]
    case 'switchNode':
      return [
        {
          kind: 'switch',
          ...known,
          branches: objectsIn(content.statements).map(({ id, condition }) => ({
            condition: text(condition),
            leadsTo: edges
              .filter(({ sourceId, sourceHandle }) => sourceId === node.id && sourceHandle === id)
              .map(({ targetId }) => names.get(text(targetId)) ?? text(targetId)),
          })),
        },
      ]
    default:
      return []
  }
}

/** A node comes after all that lead to it. Nodes of a circle, which the gateway would refuse, come last. */
function inOrder(nodes: readonly Json[], edges: readonly Json[]): Json[] {
  const ordered: Json[] = []
  let left = [...nodes]
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id))
    const ready = left.filter(
      ({ id }) => !edges.some(({ sourceId, targetId }) => targetId === id && waiting.has(sourceId)),
    )
    if (ready.length === 0) return [...ordered, ...left]
    ordered.push(...ready)
    left = left.filter((node) => !ready.includes(node))
  }
  return ordered
}

function columnsOf(value: unknown): TableColumn[] {
  return objectsIn(value).map(({ id, name, field }) => ({
    id: text(id),
    name: text(name) || text(field),
    field: text(field).trim() === '' ? undefined : text(field),
  }))
}

function nameOf(node: Json): string {
  return text(node.name) || text(node.id)
}

function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
