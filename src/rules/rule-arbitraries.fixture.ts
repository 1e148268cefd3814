// Random decision tables and inputs. The cells come from the grammar that compiles; the inputs hit the bounds that the
// cells name, and are missing, null or of the wrong type as often as not.

import fc from 'fast-check'

const NUMBERS = [0, 1, -1, 5, 9.99, 10, 10.01, 0.1, 0.3, 500, 1_000.5, -0.01, 999_999_999_999.99, 123_456_789_012_345]
const STRINGS = ['ATM', 'POS', 'USD', '', 'true', '5', 'a\\n', 'é', '%', "it's", 'say "x"', 'and', '> 5']
const TIMES = ['00:00', '06:30', '22:00', '23:59:59', '2026-11-15 22:00:00', '2026-11-15T23:30:00+02:00']
const DATES = ['2026-11-15', '2024-02-29', '1969-12-31 23:59:59', '2026-11-15T23:30:00-05:00', '2026-11-15T00:00:00Z']

const number = fc.constantFrom(...NUMBERS)
const text = fc.constantFrom(...STRINGS)
const space = fc.constantFrom('', ' ', '  ', '\n\t')
const gap = fc.constantFrom(' ', '  ', '\t')

const numberCell = fc.tuple(number, fc.boolean()).map(([value, fancy]) => {
  if (!fancy) return String(value)
  if (Number.isInteger(value))
    return value >= 1_000 && value < 1e12
      ? `${Math.floor(value / 1_000)}_${String(value % 1_000).padStart(3, '0')}`
      : `${value}.0`
  return `${value}0`
})
const stringCell = text.map((value) => (value.includes('"') ? `'${value}'` : `"${value}"`))
const secondsCell = fc.oneof(
  fc.constantFrom(...TIMES).map((value) => `time("${value}")`),
  fc.constantFrom(...DATES).map((value) => `date('${value}')`),
)
const wordCell = fc.constantFrom('true', 'false', 'null')
const literalCell = fc.oneof(
  { weight: 4, arbitrary: numberCell },
  { weight: 4, arbitrary: stringCell },
  { weight: 1, arbitrary: wordCell },
  { weight: 1, arbitrary: secondsCell },
)

const listCell = fc
  .tuple(fc.array(literalCell, { maxLength: 12 }), space)
  .map(([values, around]) => `[${around}${values.join(`,${around}`)}${around}]`)
const bound = fc.oneof({ weight: 4, arbitrary: numberCell }, { weight: 1, arbitrary: secondsCell })
const intervalCell = fc
  .tuple(fc.constantFrom('[', '('), bound, space, bound, fc.constantFrom(']', ')'))
  .map(([open, from, around, to, close]) => `${open}${from}${around}..${around}${to}${close}`)

const PATHS = ['amount', 'accessFee', 'type', 'flag', 'terminal.kind', 'usedToday.count', 'a.b.c', 'len', 'missing']
const pathCell = fc.constantFrom(...PATHS)
const secondsOfPath = fc.constantFrom('time(localTime)', 'date(localDate)')
const operandCell = fc.oneof(
  { weight: 5, arbitrary: literalCell },
  { weight: 2, arbitrary: pathCell },
  { weight: 1, arbitrary: secondsOfPath },
)
const comparisonCell = fc.oneof(
  fc.tuple(fc.constantFrom('==', '!=', '<', '<=', '>', '>='), space, operandCell).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('in', 'not in'), fc.constant(' '), fc.oneof(listCell, intervalCell))
    .map((parts) => parts.join('')),
)

/** A cell under a column with a field. */
export const unaryTest = fc
  .tuple(
    fc.oneof(
      operandCell,
      listCell,
      intervalCell,
      comparisonCell,
      fc.tuple(fc.oneof(operandCell, fc.constant('$')), gap, comparisonCell).map((parts) => parts.join('')),
    ),
    fc.array(
      fc.tuple(
        fc.constantFrom(' and ', ' or ', ',', ' , '),
        fc.oneof(operandCell, listCell, intervalCell, comparisonCell),
      ),
      {
        maxLength: 3,
      },
    ),
  )
  .map(([first, others]) => first + others.map(([join, pair]) => join + pair).join(''))

/** A cell under a column without a field. */
export const expression = fc.letrec<{ any: string; condition: string }>((tie) => ({
  any: fc
    .tuple(tie('condition'), fc.array(fc.tuple(fc.constantFrom(' and ', ' or '), tie('condition')), { maxLength: 3 }))
    .map(([first, others]) => first + others.map(([join, next]) => join + next).join('')),
  condition: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.tuple(operandCell, gap, comparisonCell).map((parts) => parts.join('')),
    fc.oneof(pathCell, fc.constantFrom('true', 'false')),
    tie('any').map((inner) => `(${inner})`),
    tie('any').map((inner) => `not (${inner})`),
    tie('any').map((inner) => `!(${inner})`),
  ),
})).any

const outputCell = fc.oneof(
  { weight: 4, arbitrary: literalCell },
  { weight: 1, arbitrary: listCell },
  { weight: 1, arbitrary: fc.constant('') },
)

// Neither sum nor limit of decimals: 0.1 + 0.2 must stay apart from 0.3.
const inputNumber = fc.oneof(number, fc.constantFrom(0.1 + 0.2, 9.990000000000002, 1e-20), fc.integer())
const anything = fc.oneof(
  inputNumber,
  text,
  fc.boolean(),
  fc.constantFrom(null, undefined, [], [1], {}, { kind: 'ATM' }, { b: 1 }),
)
const mostly = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary }, { weight: 1, arbitrary: anything })
const notText = fc.constantFrom(null, undefined, true, [], {})

/** What a request hands in, with every kind of gap. */
export const ruleInput = fc.record(
  {
    amount: mostly(inputNumber),
    accessFee: mostly(inputNumber),
    type: mostly(text),
    flag: mostly(fc.boolean()),
    terminal: mostly(fc.record({ id: text, kind: mostly(text) }, { requiredKeys: [] })),
    usedToday: mostly(fc.record({ amount: inputNumber, count: mostly(inputNumber) }, { requiredKeys: [] })),
    a: mostly(fc.record({ b: mostly(fc.record({ c: anything }, { requiredKeys: [] })) })),
    len: anything,
    localTime: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TIMES) }, { weight: 1, arbitrary: notText }),
    localDate: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...DATES) }, { weight: 1, arbitrary: notText }),
  },
  { requiredKeys: [] },
)

const field = fc.oneof(
  { weight: 6, arbitrary: pathCell },
  { weight: 1, arbitrary: secondsOfPath },
  { weight: 2, arbitrary: fc.constantFrom(undefined, null, ' ') },
)

const table = fc
  .record({
    hitPolicy: fc.constantFrom('first', 'first', 'collect'),
    fields: fc.array(field, { maxLength: 4 }),
    outputs: fc.subarray(['decline', 'amount', 'perDay', 'reasons'], { minLength: 1 }),
    nested: fc.boolean(),
    passThrough: fc.constantFrom(false, false, true),
    rowCount: fc.integer({ min: 0, max: 6 }),
  })
  .chain(({ fields, outputs, nested, rowCount, ...settings }) => {
    const cells = fields.map((name) => fc.oneof(fc.constantFrom('', ' '), name?.trim() ? unaryTest : expression))
    const row = fc.tuple(fc.tuple(...cells), fc.tuple(...outputs.map(() => outputCell)))
    return fc.array(row, { minLength: rowCount, maxLength: rowCount }).map((rows) => ({
      ...settings,
      inputs: fields.map((name, index) => ({
        id: `i${index}`,
        name: `in ${index}`,
        ...(name === undefined ? {} : { field: name }),
      })),
      outputs: outputs.map((name, index) => ({
        id: `o${index}`,
        name,
        field: nested && settings.passThrough !== true ? `result.${name}` : name,
      })),
      rules: rows.map(([tests, results], number) => ({
        _id: String(number),
        ...Object.fromEntries(tests.map((cell, index) => [`i${index}`, cell])),
        ...Object.fromEntries(results.map((cell, index) => [`o${index}`, cell])),
      })),
    }))
  })

/** One table between input and output, or two in a line. */
export const ruleContent = fc
  .tuple(table, fc.option(table.filter(({ hitPolicy }) => hitPolicy === 'first')))
  .map(([last, before]) => lineContent(before === null ? [last] : [before, last]))

export function lineContent(tables: readonly object[]) {
  const nodes = [
    { id: 'input', name: 'Input', type: 'inputNode' },
    ...tables.map((content, index) => ({
      id: `t${index}`,
      name: `Table ${index + 1}`,
      type: 'decisionTableNode',
      content,
    })),
    { id: 'output', name: 'Output', type: 'outputNode' },
  ]
  const edges = nodes
    .slice(1)
    .map((node, index) => ({ id: `e${index}`, sourceId: nodes[index]?.id, targetId: node.id }))
  return { nodes, edges }
}

const piece = fc.constantFrom(
  ...[
    '5',
    '-',
    '9.99',
    '1_000',
    '1.',
    '.5',
    '1e3',
    '"ATM"',
    "'POS'",
    '"',
    '`x`',
    'true',
    'null',
    'amount',
    'terminal.kind',
  ],
  ...[
    '$',
    '$.x',
    '#',
    '>',
    '>=',
    '<',
    '==',
    '!=',
    '=',
    'in',
    ' in ',
    'not in ',
    'not  in ',
    'not ',
    '!',
    ' and ',
    ' or ',
  ],
  ...[
    ',',
    ' ',
    '(',
    ')',
    '[',
    ']',
    '..',
    '.',
    '?',
    ':',
    '??',
    'len($)',
    'time("22:00")',
    'date(localDate)',
    '\\n',
    '_',
  ],
  ...['constructor', '\u00a0', '[1..5]', '[1..5[', ']1..5]', 'e2', '+', '0', '00', '5 not  in [1]', '"a\\"b"'],
)
const soup = fc.array(piece, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''))
// A piece put in, or a few characters cut out, somewhere in a cell that is well-formed.
const nearMiss = fc
  .tuple(fc.oneof(unaryTest, expression), fc.nat(200), fc.nat(2), fc.oneof(piece, fc.constant('')))
  .map(([cell, position, cut, inserted]) => {
    const at = position % (cell.length + 1)
    return cell.slice(0, at) + inserted + cell.slice(at + cut)
  })

/** Cells that are seldom well-formed, from pieces that mean something somewhere. */
export const cellSoup = fc.oneof(soup, nearMiss, piece)
