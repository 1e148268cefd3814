// Parts of the console that need no browser: lists as files, what a browser keeps about a list, conflicts.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { conflictFields, mergedValues } from '../../console/src/kit/form/conflict-fields.ts'
import { choicesOf } from '../../console/src/kit/list/list-choices.ts'
import { csvOf, MOST_CSV_ROWS, readAllRows, spreadsheetText } from '../../console/src/kit/list/list-csv.ts'
import { listName, missingViews } from '../../console/src/kit/list/view-choices.ts'
import { spreadsheetText as spreadsheetTextOfGateway } from '../../src/oversight/transactions/spreadsheet-text.ts'

describe('the file of a list', () => {
  const CELLS = [
    '=1+1',
    '+49',
    '-5',
    '@name',
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    "'=1",
    'plain',
    '',
    ' =1',
    '1-2',
  ]
  for (const cell of CELLS) {
    test(`a spreadsheet gets ${JSON.stringify(cell)} as the gateway's exports write it`, () => {
      assert.equal(spreadsheetText(cell), spreadsheetTextOfGateway(cell))
      const [header, line] = parse(csvOf([{ cell }])) as string[][]
      assert.deepEqual([header, line ?? ['']], [['cell'], [spreadsheetTextOfGateway(cell)]])
    })
  }

  test('quotes as the writer of the exports does', () => {
    const cells = ['a,b', 'say "hi"', 'two\nlines', 'plain', '']
    assert.equal(
      csvOf([Object.fromEntries(cells.map((cell, i) => [`c${i}`, cell]))]).split(/(?<=c4\n)/)[1],
      stringify([cells]),
    )
  })

  const FIELDS: [title: string, records: unknown[], lines: string[]][] = [
    ['numbers stay numbers, also negative ones', [{ amount: -12.5 }], ['amount', '-12.5']],
    [
      'nested fields are named by their path',
      [{ address: { city: 'Bonn', zip: null } }],
      ['address.city,address.zip', 'Bonn,'],
    ],
    ['a field that some records lack is empty in them', [{ a: 1 }, { b: true }], ['a,b', '1,', ',true']],
    ['a list of plain values is one cell', [{ kinds: ['ATM', 'POS'] }], ['kinds', 'ATM; POS']],
    ['a list of records is JSON', [{ rows: [{ n: 1 }] }], ['rows', '"[{""n"":1}]"']],
    ['a name that starts like a formula is text', [{ '=x': 1 }], ["'=x", '1']],
  ]
  for (const [title, records, lines] of FIELDS) {
    test(title, () => assert.equal(csvOf(records), `${lines.join('\n')}\n`))
  }

  const pagesOf = (all: readonly number[]) => async (page: number, size: number) => ({
    content: all.slice((page - 1) * size, page * size),
    totalElements: all.length,
    totalPages: Math.ceil(all.length / size),
  })
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

  test('has all pages of the filter', async () => {
    const { rows, total } = await readAllRows(pagesOf(numbers(450)), String)
    assert.deepEqual([rows, total], [numbers(450), 450])
  })

  test('ends at its limit and tells how many there are', async () => {
    const { rows, total } = await readAllRows(pagesOf(numbers(MOST_CSV_ROWS + 300)), String)
    assert.deepEqual([rows.length, total], [MOST_CSV_ROWS, MOST_CSV_ROWS + 300])
  })

  test('has a record once that a new one moved to the next page while it was read', async () => {
    const all = numbers(400)
    const { rows } = await readAllRows(async (page, size) => {
      const read = await pagesOf(all)(page, size)
      all.unshift(-page)
      return read
    }, String)
    assert.equal(new Set(rows).size, rows.length)
    assert.ok(numbers(400).every((row) => rows.includes(row)))
  })

  test('stops reading when the page is left', async () => {
    const read: number[] = []
    const load = async (page: number, size: number) => {
      read.push(page)
      return pagesOf(numbers(1000))(page, size)
    }
    await readAllRows(load, String, () => read.length < 2)
    assert.deepEqual(read, [1, 2])
  })
})

describe('what a browser keeps about a list', () => {
  const STORED: [title: string, stored: string | undefined, kept: object][] = [
    ['nothing', undefined, { hidden: [], saved: [] }],
    ['no JSON', '{', { hidden: [], saved: [] }],
    ['null', 'null', { hidden: [], saved: [] }],
    [
      'other types',
      '{"hidden":[1,"Kind"],"saved":[{"name":1},{"name":"a","values":{"x":2}}]}',
      { hidden: ['Kind'], saved: [] },
    ],
    [
      'a filter',
      '{"saved":[{"name":"a","values":{"kind":"ATM"}}]}',
      { hidden: [], saved: [{ name: 'a', values: { kind: 'ATM' } }] },
    ],
  ]
  for (const [title, stored, kept] of STORED) {
    test(`${title} is read as choices`, () => assert.deepEqual(choicesOf(stored), kept))
  }
})

describe('views that a browser kept', () => {
  const ATM = { kind: 'ATM', state: '' }
  const KEPT: [title: string, own: Parameters<typeof missingViews>[0], names: string[]][] = [
    ['all are brought to a gateway without any', [], ['a', 'B']],
    [
      'one that is there with the same filters is left out',
      [{ name: 'A', filters: [{ name: 'kind', value: 'ATM' }] }],
      ['B'],
    ],
    ['one whose name stands for others gets a number', [{ name: 'a', filters: [] }], ['a 2', 'B']],
  ]
  for (const [title, own, names] of KEPT) {
    test(title, () => {
      const missing = missingViews(own, [
        { name: 'a', values: ATM },
        { name: 'B', values: {} },
      ])
      assert.deepEqual(
        missing.map(({ name }) => name),
        names,
      )
    })
  }

  test('a list is named by its page, without ids of records', () => {
    assert.equal(listName('/terminals', '', ''), '/terminals')
    assert.equal(listName('/partners/$partnerId/', 'web hooks?', 'x_'), '/partners/$partnerId/#webhooks.x_')
  })
})

describe('a record that two people changed', () => {
  const before = { name: 'A', city: 'Bonn', kinds: ['ATM'], note: '', version: 1 }
  const theirs = { name: 'B', city: 'Bonn', kinds: ['ATM', 'POS'], note: 'x', version: 2 }
  const mine = { name: 'C', city: 'Kiel', kinds: ['ATM'], note: 'x', version: 1 }
  const fields = conflictFields(before, theirs, mine)

  test('has a choice for each field that differs: mine where I changed it', () => {
    assert.deepEqual(
      fields.map(({ name, usual }) => [name, usual]),
      [
        ['name', 'mine'],
        ['city', 'mine'],
        ['kinds', 'theirs'],
      ],
    )
  })

  test('compares sets by their members, in any order', () => {
    const [view, both] = [new Set(['VIEW']), new Set(['VIEW', 'CREATE'])]
    assert.deepEqual(
      conflictFields({ grants: view }, { grants: view }, { grants: both }).map(({ name, usual }) => [name, usual]),
      [['grants', 'mine']],
    )
    assert.deepEqual(conflictFields({}, { grants: both }, { grants: new Set(['CREATE', 'VIEW']) }), [])
  })

  test('goes on as it is now, with the fields that were chosen from mine', () => {
    assert.deepEqual(mergedValues(theirs, fields, {}), { ...theirs, name: 'C', city: 'Kiel' })
    assert.deepEqual(mergedValues(theirs, fields, { name: 'theirs', kinds: 'mine' }), {
      ...theirs,
      city: 'Kiel',
      kinds: ['ATM'],
    })
  })
})
