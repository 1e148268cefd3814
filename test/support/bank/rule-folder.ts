// A folder of decision tables that a test writes, as operators do.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Cells = Readonly<Record<string, string>>

/** Rows of one table: the cells by field, inputs and outputs. An input that a row does not name matches anything. */
export interface Table {
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly rows: readonly Cells[]
}

export class RuleFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'tillgate-rules-'))

  write(name: string, { inputs, outputs, rows }: Table): void {
    const columns = [...inputs, ...outputs]
    const content = {
      hitPolicy: 'first',
      inputs: inputs.map((field) => ({ id: idOf(field), name: field, field })),
      outputs: outputs.map((field) => ({ id: idOf(field), name: field, field })),
      rules: rows.map((row) => Object.fromEntries(columns.map((field) => [idOf(field), row[field] ?? '']))),
    }
    this.writeText(
      name,
      JSON.stringify({
        nodes: [
          { id: 'in', name: 'Request', type: 'inputNode' },
          { id: 'table', name, type: 'decisionTableNode', content },
          { id: 'out', name: 'Response', type: 'outputNode' },
        ],
        edges: [
          { id: 'e1', sourceId: 'in', targetId: 'table' },
          { id: 'e2', sourceId: 'table', targetId: 'out' },
        ],
      }),
    )
  }

  writeText(name: string, text: string): void {
    writeFileSync(join(this.path, `${name}.json`), text)
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}

function idOf(field: string): string {
  return field.replaceAll('.', '-')
}
