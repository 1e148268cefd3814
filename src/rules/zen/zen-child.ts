// The process that runs zen, alone: a panic of its native code aborts the process it happens in, and a number out of
// its range is enough for one. It answers each request once and ends with its parent.

import {
  evaluateExpressionSync,
  evaluateUnaryExpressionSync,
  type ZenDecision,
  ZenEngine,
  type ZenEngineTrace,
} from '@gorules/zen-engine'
import type { MatchedRow, RuleOutput } from '../values.ts'
import type { UncheckedCell, ZenReply, ZenRequest } from './zen-messages.ts'

const engine = new ZenEngine()
const decisions = new Map<number, ZenDecision>()

process.on('disconnect', () => process.exit(0))
process.on('message', (request: ZenRequest) => {
  if (request.kind === 'drop') {
    decisions.delete(request.decision)
    return
  }
  answer(request).then(
    (reply) => process.send?.({ call: request.call, ...reply } satisfies ZenReply),
    (error: unknown) => process.send?.({ call: request.call, error: firstLine(error) } satisfies ZenReply),
  )
})

async function answer(request: Exclude<ZenRequest, { kind: 'drop' }>): Promise<Omit<ZenReply, 'call'>> {
  if (request.kind === 'check') {
    engine.createDecision(request.content)
    return { findings: request.cells.flatMap(unreadable) }
  }
  const { decision: id, content, input, explained } = request
  if (content !== undefined) decisions.set(id, engine.createDecision(content))
  const decision = decisions.get(id)
  if (decision === undefined) throw new Error('the decision was not loaded')
  const { result, trace } = await decision.evaluate(input, { trace: explained })
  return { explanation: { output: result as RuleOutput, matched: matchedRows(trace ?? {}) } }
}

function unreadable({ place, text, unary }: UncheckedCell): string[] {
  try {
    if (unary) evaluateUnaryExpressionSync(text, { $: null })
    else evaluateExpressionSync(text, {})
  } catch (error) {
    const reason = firstLine(error)
    // An evaluation error with the empty input does not mean that the cell is invalid.
    if (!reason.includes('"type":"vmError"')) return [`${place}: ${reason}`]
  }
  return []
}

/** zen's trace of a table holds the row that matched, or a list of them. */
function matchedRows(trace: Record<string, ZenEngineTrace>): MatchedRow[] {
  return Object.values(trace)
    .sort((a, b) => a.order - b.order)
    .flatMap(({ name, traceData }) =>
      [traceData].flat().flatMap((row: unknown) => {
        const index = typeof row === 'object' && row !== null && 'index' in row ? row.index : undefined
        return typeof index === 'number' ? [{ node: name, row: index + 1 }] : []
      }),
    )
}

/** zen's messages go on with a stack of addresses. */
function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
}
