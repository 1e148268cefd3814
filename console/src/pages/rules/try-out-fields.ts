// What rules are asked with, as fields of a form.

import type { DecisionNode } from './decision-graph.ts'
import type { RuleName } from './rule-words.ts'

export interface InputField {
  /** In the input: `terminal.kind`. */
  readonly path: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'time' | 'yes-no' | 'any'
  readonly choices?: readonly string[]
  readonly hint?: string
}

const ORDER_FIELDS: readonly InputField[] = [
  {
    path: 'type',
    label: 'Type of order',
    kind: 'text',
    choices: ['CASHWITHDRAWAL', 'CARDLESSWITHDRAWAL', 'TRANSFER', 'BILLPAYMENT', 'CASHDEPOSIT', 'CHECKDEPOSIT'],
  },
  { path: 'amount', label: 'Amount', kind: 'number' },
  { path: 'accessFee', label: 'Access fee', kind: 'number' },
  { path: 'currencyCode', label: 'Currency', kind: 'text' },
  {
    path: 'terminal.kind',
    label: 'Kind of terminal',
    kind: 'text',
    choices: ['ATM', 'TELLER', 'IVR', 'MOBILE', 'POS'],
  },
  { path: 'terminal.id', label: 'Terminal', kind: 'text' },
  { path: 'institutionId', label: 'Institution', kind: 'text' },
  { path: 'partnerId', label: 'Partner', kind: 'text' },
  { path: 'localTime', label: 'Local time', kind: 'time', hint: 'In the institution’s time zone.' },
  { path: 'usedToday.amount', label: 'Withdrawn today', kind: 'number', hint: 'Before this order.' },
  { path: 'usedToday.count', label: 'Withdrawals today', kind: 'number', hint: 'Before this order.' },
]

const LENDING_FIELDS: readonly InputField[] = [
  { path: 'productCode', label: 'Product', kind: 'text' },
  { path: 'requestedAmount', label: 'Amount asked for', kind: 'number' },
  { path: 'currency', label: 'Currency', kind: 'text' },
  { path: 'interestRate', label: 'Interest rate (%)', kind: 'number' },
  { path: 'termMonths', label: 'Term (months)', kind: 'number' },
  { path: 'score', label: 'Credit score', kind: 'number', hint: 'Empty: not known.' },
  { path: 'monthlyIncome', label: 'Monthly income', kind: 'number', hint: 'Empty: not known.' },
  { path: 'monthlyDebt', label: 'Monthly debt', kind: 'number', hint: 'Empty: not known.' },
  { path: 'dti', label: 'Debt to income', kind: 'number', hint: 'A share: 0.43 is 43 %.' },
  { path: 'signals.BANKRUPTCY', label: 'Bankruptcy', kind: 'yes-no' },
  { path: 'signals.FRAUD_ALERT', label: 'Fraud alert', kind: 'yes-no' },
  { path: 'signals.IDENTITY_VERIFIED', label: 'Identity verified', kind: 'yes-no' },
  { path: 'signals.DELINQUENCIES', label: 'Late payments', kind: 'number' },
]

const NULLABLE = new Set(['score', 'monthlyIncome', 'monthlyDebt', 'dti'])

/** The fields that the platform always sends, and others that a column of the first tables reads. */
export function fieldsOf(name: RuleName, nodes: readonly DecisionNode[]): readonly InputField[] {
  const usual = name === 'lending-decision' ? LENDING_FIELDS : ORDER_FIELDS
  const computed = new Set(
    nodes.flatMap((node) =>
      node.kind === 'table'
        ? node.outputs.flatMap(({ field }) => field ?? [])
        : node.kind === 'expressions'
          ? node.expressions.map(({ key }) => key)
          : [],
    ),
  )
  const others = new Map<string, InputField>()
  for (const node of nodes) {
    if (node.kind !== 'table') continue
    for (const { field, name: label } of node.inputs) {
      if (field === undefined || !/^[A-Za-z_][\w]*(\.[A-Za-z_][\w]*)*$/.test(field)) continue
      if (computed.has(field) || usual.some(({ path }) => path === field)) continue
      others.set(field, { path: field, label, kind: 'any', hint: field })
    }
  }
  return [...usual, ...others.values()]
}

/** What is typed, by path. */
export type Typed = Readonly<Record<string, string>>

/** The input as the gateway takes it. Empty fields are left out; what may be unknown is null then. */
export function inputOf(fields: readonly InputField[], typed: Typed): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  if (fields.some(({ path }) => path.startsWith('signals.'))) input.signals = {}
  for (const { path, kind } of fields) {
    const text = (typed[path] ?? '').trim()
    if (text !== '') write(input, path.split('.'), readValue(kind, text))
    else if (NULLABLE.has(path)) input[path] = null
  }
  return input
}

function readValue(kind: InputField['kind'], text: string): unknown {
  switch (kind) {
    case 'number':
      return Number.isNaN(Number(text)) ? text : Number(text)
    case 'yes-no':
      return text === 'true'
    case 'time':
      return timeOf(text)
    case 'any':
      return /^(true|false|null|-?\d+(\.\d+)?)$/.test(text) ? JSON.parse(text) : text
    case 'text':
      return text
  }
}

/** With seconds, as the gateway sends it to the tables. */
function timeOf(text: string): string {
  const time = text.replace('T', ' ')
  return time.length === 16 ? `${time}:00` : time
}

function write(target: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) target[name] = value
  else {
    target[name] ??= {}
    write(target[name] as Record<string, unknown>, rest, value)
  }
}
