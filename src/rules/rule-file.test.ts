import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NotCompilable } from './expression/lexer.ts'
import { lineContent } from './rule-arbitraries.fixture.ts'
import { RuleFileError, readRuleFile } from './rule-file.ts'
import { CompiledRules } from './tables/compile-graph.ts'

const TABLE = {
  hitPolicy: 'first',
  inputs: [{ id: 'a', name: 'Amount', field: 'amount' }],
  outputs: [{ id: 'r', name: 'Result', field: 'result' }],
  rules: [{ _id: '1', a: '> 5', r: '1' }],
}
const row = (cells: object) => ({ ...TABLE, rules: [TABLE.rules[0], cells] })
const columns = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `c${index}`, name: `C${index}` }))

describe('A rule file is refused, and the finding names its place', () => {
  const refused: readonly (readonly [title: string, table: object, finding: RegExp])[] = [
    ['a cell is missing', row({ r: '1' }), /^limits\.json: node Table 1: column Amount, row 2 is missing/],
    ['a cell is a number', row({ a: 5, r: '1' }), /node Table 1: column Amount, row 2 is not a text/],
    [
      'a cell is a dash, which zen never matches',
      row({ a: ' - ', r: '1' }),
      /column Amount, row 2 is "-".*leave it empty/,
    ],
    ['an output cell is missing', row({ a: '' }), /column Result, row 2 is missing/],
    ['a cell is too long', row({ a: `> ${'1'.repeat(4_000)}`, r: '1' }), /column Amount, row 2 is longer than 4000/],
    ['the hit policy is unknown', { ...TABLE, hitPolicy: 'unique' }, /its hitPolicy is neither first nor collect/],
    [
      'two outputs write one field',
      { ...TABLE, outputs: [...TABLE.outputs, { id: 's', name: 'S', field: 'result.x' }] },
      /two outputs write result/,
    ],
    [
      'two columns share an id',
      { ...TABLE, outputs: [{ id: 'a', name: 'R', field: 'r' }] },
      /two columns have the same id/,
    ],
    ['an output has no field', { ...TABLE, outputs: [{ id: 'r', name: 'Result' }] }, /output Result has no field/],
    ['there are too many columns', { ...TABLE, inputs: columns(33) }, /more than 32 inputs/],
    [
      'there are too many rows',
      { ...TABLE, rules: Array.from({ length: 1_001 }, () => TABLE.rules[0]) },
      /more than 1000 rows/,
    ],
    ['there are no rules', { ...TABLE, rules: undefined }, /node Table 1: rules is not a list of objects/],
  ]
  for (const [title, table, finding] of refused) {
    it(title, () =>
      assert.throws(
        () => read(lineContent([table])),
        (error) => refusal(error, finding),
      ),
    )
  }

  const { nodes, edges } = lineContent([TABLE])
  const graphs: readonly (readonly [title: string, text: string, finding: RegExp])[] = [
    ['it is not JSON', '{', /^limits\.json: is not JSON$/],
    ['it is a list', '[]', /is not a JSON object/],
    ['it is too large', `{"x":"${'x'.repeat(1_048_576)}"}`, /is larger than/],
    ['it has no table', JSON.stringify({ nodes: [nodes[0]], edges: [] }), /has no decision table/],
    ['two nodes share an id', JSON.stringify({ nodes: [...nodes, nodes[1]], edges }), /the id t0 of another/],
    [
      'an edge leads nowhere',
      JSON.stringify({ nodes, edges: [{ sourceId: 'input', targetId: 'x' }] }),
      /an edge leads/,
    ],
    [
      'a node runs a script',
      JSON.stringify({ nodes: [...nodes, { id: 'f', name: 'Script', type: 'functionNode' }], edges }),
      /node Script is of the type functionNode, which is not allowed/,
    ],
  ]
  for (const [title, text, finding] of graphs) {
    it(title, () =>
      assert.throws(
        () => readRuleFile('limits.json', text),
        (error) => refusal(error, finding),
      ),
    )
  }

  it('names five findings and counts the others', () => {
    const rules = Array.from({ length: 9 }, () => ({ r: '1' }))
    assert.throws(
      () => read(lineContent([{ ...TABLE, rules }])),
      (error) => refusal(error, /row 5 is missing[^;]*; .*; and 4 more$/),
    )
  })
})

describe('A rule file that zen takes is not compiled', () => {
  const { nodes, edges } = lineContent([TABLE])
  const fallbacks: readonly (readonly [title: string, content: object, reason: RegExp])[] = [
    [
      'a function in a cell',
      lineContent([row({ a: 'len($) > 2', r: '1' })]),
      /^node Table 1, column Amount, row 2: .*len\(\)/,
    ],
    [
      'arithmetic in a cell',
      lineContent([row({ a: '> amount * 2', r: '1' })]),
      /column Amount, row 2: does not know "\*"/,
    ],
    ['arithmetic in an output', lineContent([row({ a: '', r: 'amount * 0.02' })]), /column Result, row 2/],
    ['an input in an output', lineContent([row({ a: '', r: 'amount' })]), /column Result, row 2: does not know amount/],
    ['a number of sixteen digits', lineContent([row({ a: '1234567890.123456', r: '1' })]), /more than 15 digits/],
    // To zen [1..5[ holds 5 and not 4.
    ['brackets turned outwards', lineContent([row({ a: '[1..5[', r: '1' })]), /column Amount, row 2/],
    ['an interval of inputs', lineContent([row({ a: '[1..limit]', r: '1' })]), /column Amount, row 2/],
    ['an escape that zen does not have', lineContent([row({ a: '"a\\"b"', r: '1' })]), /column Amount, row 2/],
    [
      'a field that is computed',
      lineContent([{ ...TABLE, inputs: [{ id: 'a', name: 'Double', field: 'amount * 2' }] }]),
      /column Double/,
    ],
    ['a loop', lineContent([{ ...TABLE, executionMode: 'loop' }]), /uses executionMode/],
    ['an output path', lineContent([{ ...TABLE, outputPath: 'x' }]), /uses outputPath/],
    ['an input field', lineContent([{ ...TABLE, inputField: 'x' }]), /uses inputField/],
    ['a list for the next table', lineContent([{ ...TABLE, hitPolicy: 'collect' }, TABLE]), /hands a list to the next/],
    [
      'passing through into objects',
      lineContent([{ ...TABLE, passThrough: true, outputs: [{ id: 'r', name: 'R', field: 'x.y' }] }]),
      /passes its input through/,
    ],
    [
      'an output field named as objects inherit',
      lineContent([{ ...TABLE, outputs: [{ id: 'r', name: 'R', field: '__proto__' }] }]),
      /writes __proto__/,
    ],
    ['a second edge', { nodes, edges: [...edges, edges[0]] }, /not in a single line/],
    [
      'a switch',
      { nodes: [...nodes, { id: 's', name: 'Switch', type: 'switchNode' }], edges },
      /node Switch is of the type switchNode/,
    ],
    [
      'more comparisons than orders may wait for',
      lineContent([{ ...TABLE, rules: Array.from({ length: 6 }, () => ({ a: `${'1,'.repeat(900)}1`, r: '1' })) }]),
      /more than 5000 comparisons/,
    ],
    [
      'parentheses without end',
      lineContent([
        {
          ...TABLE,
          inputs: [{ id: 'a', name: 'Test' }],
          rules: [{ a: `${'('.repeat(1_500)}true${')'.repeat(1_500)}`, r: '1' }],
        },
      ]),
      /too many parentheses/,
    ],
  ]
  for (const [title, content, reason] of fallbacks) {
    it(title, () => {
      assert.throws(
        () => new CompiledRules(read(content)),
        (error) => error instanceof NotCompilable && reason.test(error.message),
      )
    })
  }
})

function read(content: object) {
  return readRuleFile('limits.json', JSON.stringify(content))
}

function refusal(error: unknown, finding: RegExp): boolean {
  assert.ok(error instanceof RuleFileError)
  assert.match(error.message, finding)
  return true
}
