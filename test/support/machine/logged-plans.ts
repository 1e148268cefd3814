// The plans of all statements that a PostgreSQL has executed, from its log. Debian's server has the module auto_explain.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Settings for startPostgres(): every statement is logged with its plan. */
export const LOG_PLANS: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  log_line_prefix: '',
}

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: 'Outer' | 'Inner' | 'InitPlan' | 'SubPlan' | 'Member' | 'Subquery'
  readonly 'Relation Name'?: string
  readonly 'Total Cost': number
  readonly Plans?: readonly PlanNode[]
}

export interface LoggedPlan {
  readonly statement: string
  readonly root: PlanNode
  /** True if the server compiled the plan. */
  readonly isCompiled: boolean
}

export class PlanLog {
  readonly #file: string
  #readUntil = 0

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'server.log')
  }

  /** The plans since the last call. */
  next(): LoggedPlan[] {
    const log = readFileSync(this.#file)
    const text = log.subarray(this.#readUntil).toString()
    this.#readUntil = log.length
    return Array.from(text.matchAll(/plan:\n(\t\{\n(?:\t.*\n)*?\t\})/g), ([, json = '']) => {
      const logged = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode; JIT?: object }
      return { statement: logged['Query Text'], root: logged.Plan, isCompiled: logged.JIT !== undefined }
    })
  }
}

export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
