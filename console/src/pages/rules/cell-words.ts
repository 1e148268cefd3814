// Cells of decision tables in words. What is not understood is shown as it stands.

import { formatCount } from '../../kit/show/format.ts'

/** An input cell in words: `>= 10` is `at least 10`. Undefined when it has no simple words. */
export function conditionWords(cell: string): string | undefined {
  const parts = splitList(cell)
  if (parts === undefined) return undefined
  const words = parts.map(testWords)
  return words.every((word) => word !== undefined) ? words.join(' or ') : undefined
}

function testWords(part: string): string | undefined {
  const comparison = /^(>=|<=|==|!=|>|<)\s*(.+)$/.exec(part)
  if (comparison !== null) {
    const operand = operandWords(comparison[2] ?? '')
    return operand === undefined ? undefined : `${COMPARISONS[comparison[1] ?? '']}${operand}`
  }
  const interval = /^([[(\]])\s*(.+?)\s*\.\.\s*(.+?)\s*([\])[])$/.exec(part)
  if (interval !== null) {
    const [, open, low = '', high = '', close] = interval
    const from = operandWords(low)
    const to = operandWords(high)
    if (from === undefined || to === undefined) return undefined
    return `${open === '[' ? 'from' : 'above'} ${from} ${close === ']' ? 'to' : 'to below'} ${to}`
  }
  return operandWords(part)
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '>=': 'at least ',
  '<=': 'at most ',
  '>': 'more than ',
  '<': 'less than ',
  '==': '',
  '!=': 'not ',
}

function operandWords(operand: string): string | undefined {
  if (operand === 'true') return 'yes'
  if (operand === 'false') return 'no'
  if (operand === 'null') return 'not known'
  if (/^-?\d[\d_]*(\.\d+)?$/.test(operand)) return numberWords(operand)
  const quoted = /^(?:time|date|duration)?\(?(["'])([^"']*)\1\)?$/.exec(operand)
  return quoted?.[2]
}

function numberWords(number: string): string {
  const [whole = '', fraction] = number.replaceAll('_', '').split('.')
  return formatCount(Number(whole)) + (fraction === undefined ? '' : `.${fraction}`)
}

/** By the commas that stand outside of quotes and brackets; undefined when those do not match. */
function splitList(cell: string): string[] | undefined {
  const parts: string[] = []
  let part = ''
  let quote: string | undefined
  let depth = 0
  for (const letter of cell) {
    if (quote !== undefined) quote = letter === quote ? undefined : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '[' || letter === '(') depth++
    else if (letter === ']' || letter === ')') depth--
    if (letter === ',' && quote === undefined && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += letter
  }
  return quote === undefined && depth === 0 ? [...parts, part.trim()] : undefined
}

/** An output cell in words: `["A", "B"]` is `A, B`. */
export function outputWords(cell: string): string | undefined {
  const list = /^\[(.*)\]$/s.exec(cell.trim())
  if (list === null) return operandWords(cell.trim())
  if (list[1]?.trim() === '') return 'none'
  const words = splitList(list[1] ?? '')?.map(operandWords)
  return words?.every((word) => word !== undefined) ? words.join(', ') : undefined
}
