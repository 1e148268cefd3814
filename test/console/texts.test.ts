// How the build finds the texts of the console, and what is checked about catalogues.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { inWords, patternsOf } from '../../console/src/texts/message-patterns.ts'
import { findings } from '../../console/texts/catalogue-findings.ts'
import { contractValues } from '../../console/texts/contract-values.ts'
import { findTexts } from '../../console/texts/find-texts.ts'
import { allTexts, allUnmarkedValues } from '../../console/texts/text-files.ts'
import { wrapTexts } from '../../console/texts/text-plugin.ts'

describe('texts of the console', () => {
  const WRAPPED: [title: string, source: string, wrapped: string][] = [
    ['between tags', '<B>Try again</B>', '<B>{$between("Try again")}</B>'],
    ['with values in their order', '<p>Version {n} of {id}</p>', '<p>{$between("Version {0} of {1}", n, id)}</p>'],
    ['with an element as a value', '<p>Now: <b>{n}</b> left</p>', '<p>{$between("Now: {0} left", <b>{n}</b>)}</p>'],
    [
      'with a text inside of a value',
      '<p>All {is && <b>Gone</b>}</p>',
      '<p>{$between("All {0}", is && <b>{$between("Gone")}</b>)}</p>',
    ],
    ['in an attribute', '<B label="Time zone" size="Large" />', '<B label={$text("Time zone")} size="Large" />'],
    [
      'as the name of a cell',
      '<td data-title="Their value" data-x="Some thing" />',
      '<td data-title={$text("Their value")} data-x="Some thing" />',
    ],
    ['in a template', 'const a = `Edit ${name}`', 'const a = $text("Edit {0}", name)'],
    ['in a table of words', "const W = { PAID: 'Paid' }", 'const W = { PAID: $text("Paid") }'],
    [
      'on both sides of a choice',
      "f(is ? 'Fewer rows' : 'More rows')",
      'f(is ? $text("Fewer rows") : $text("More rows"))',
    ],
    ['in a comparison, so that both sides are alike', "group === 'Money'", 'group === $text("Money")'],
  ]
  for (const [title, source, wrapped] of WRAPPED) {
    test(`are wrapped ${title}`, () => assert.equal(wrapTexts('a.tsx', source), wrapped))
  }

  const LEFT: [title: string, source: string][] = [
    ['imports', "import x from 'Some where'"],
    ['types', "type A = 'One two' | 'Three four'"],
    ['paths', 'const a = `/users/${id}`'],
    ['codes', "const a = 'BILL_PAYMENT'"],
    ['keys of objects', "const a = { 'Content type': 1 }"],
    ['keys of the keyboard', "event.key === 'Enter'"],
    ['class names', '<p className="Some thing" />'],
    ['values without words', '<p>{a} – {b}</p>'],
    ['code to be copied', '<Code>tillgate load accounts</Code>'],
    ['errors for developers', "throw new Error('Not possible here')"],
  ]
  for (const [title, source] of LEFT) {
    test(`are not ${title}`, () => assert.equal(wrapTexts('a.tsx', source), source))
  }

  test('keep the numbers of the lines', () => {
    const source = '<p>\n  One\n  two\n</p>\nafter'
    assert.equal(wrapTexts('a.tsx', source).split('\n').indexOf('after'), 4)
  })

  test('that are only compared need no translation', () => {
    assert.deepEqual(
      findTexts('a.ts', "x === 'Money'").map(({ isCompared }) => isCompared),
      [true],
    )
  })
})

describe('a word that is a value of the API too', () => {
  const SHOWN: [title: string, source: string, wrapped: string][] = [
    ['between tags', '<B>Balance</B>', '<B>{$between("Balance")}</B>'],
    ['as a label', '<B label="Months" />', '<B label={$text("Months")} />'],
    ['as the title of a column', "const c = { title: 'Balance' }", 'const c = { title: $text("Balance") }'],
    ['where it is marked as shown', "f(shownText('Balance'))", 'f(shownText($text("Balance")))'],
  ]
  for (const [title, source, wrapped] of SHOWN) {
    test(`is translated ${title}`, () => assert.equal(wrapTexts('a.tsx', source), wrapped))
  }

  test('is left alone where it is marked as a value', () => {
    const source = "send({ termUnit: apiValue('Months') })"
    assert.equal(wrapTexts('a.tsx', source), source)
  })

  const REFUSED: [title: string, source: string, word: string][] = [
    ['sent', "send({ termUnit: 'Months' })", 'Months'],
    ['in a list of choices', "const UNITS = ['Days'] as const", 'Days'],
    ['that is looked for', "balanceOf(account, 'Balance')", 'Balance'],
    ['that is compared', "unit === 'Years'", 'Years'],
    ['in an attribute that is no label', '<B unit="Weeks" />', 'Weeks'],
    ['that names an operation', "const a = ['Debits', 'Cash withdrawal']", 'Debits'],
  ]
  for (const [title, source, word] of REFUSED) {
    test(`fails the build unmarked, as a value ${title}`, () => {
      assert.throws(() => wrapTexts('a.tsx', `\n${source}`), {
        message: `a.tsx:2: '${word}' is also a value of the API: write shownText('${word}') or apiValue('${word}')`,
      })
    })
  }

  test('is marked in every source of the console', () => assert.deepEqual(allUnmarkedValues(), []))

  const DOCUMENTS = ['accounts', 'digital', 'feed', 'lending', 'onboarding']
  for (const name of DOCUMENTS) {
    test(`is known for every list of values in contract/${name}.json`, () => {
      const file = new URL(`../../contract/${name}.json`, import.meta.url)
      const listed = [...listedValues(JSON.parse(readFileSync(file, 'utf8')))]
      assert.ok(listed.length > 0)
      assert.deepEqual(
        listed.filter((value) => !contractValues().has(value)),
        [],
      )
    })
  }
})

/** Values that a schema allows, and names of operations. */
function* listedValues(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  const { enum: choices, const: only, operationId } = node as { enum?: unknown; const?: unknown; operationId?: unknown }
  for (const value of [...(Array.isArray(choices) ? choices : []), only, operationId])
    if (typeof value === 'string') yield value
  for (const child of Object.values(node)) yield* listedValues(child)
}

describe('what the gateway says, in Spanish', () => {
  const file = new URL('../../console/src/texts/es-messages.json', import.meta.url)
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const ROWS: [english: string, spanish: string][] = [
    ['Must be a whole number from 1 to 200', 'Debe ser un número entero de 1 a 200'],
    ['must be one of OPEN, CLOSED', 'debe ser uno de OPEN, CLOSED'],
    ['MailID is required; roleId must be a UUID', 'MailID es obligatorio; roleId debe ser un UUID'],
    ['There is a user with this mail id already', 'Ya hay un usuario con esta dirección de correo'],
    [
      'Must be 1 to 35 letters, digits, dots, hyphens or underscores',
      'Debe tener de 1 a 35 letras, dígitos, puntos, guiones o guiones bajos',
    ],
    ['The biller has payments; deactivate it instead', 'La empresa de servicios tiene pagos; desactívela en su lugar'],
    [
      'Name must be text; principal is required for this type',
      'Name debe ser texto; principal es obligatorio para este tipo',
    ],
    ['The password must have at least 12 characters', 'La contraseña debe tener al menos 12 caracteres'],
    ['The account cannot be closed: it has a hold', 'La cuenta no se puede cerrar: tiene una retención'],
    ['A card that is LOST cannot be unblocked', 'En una tarjeta en estado lost no es posible desbloquear'],
    [
      'The institution is not ready; it lacks a BIN (BIN), a technical contact (TECHNICAL_CONTACT)',
      'La institución no está lista; le falta un BIN (BIN), un contacto técnico (TECHNICAL_CONTACT)',
    ],
    ['Something that no one has translated', 'Something that no one has translated'],
  ]
  for (const [english, spanish] of ROWS) {
    test(english, () => assert.equal(inWords(patternsOf(messages), english), spanish))
  }

  test('has the values of the English everywhere', () => {
    assert.deepEqual(findings([], { texts: {}, words: messages }).wrong, [])
  })
})

describe('a catalogue', () => {
  const FOUND: [title: string, texts: Record<string, string>, found: object][] = [
    ['that is complete', { 'Edit {0}': 'Editar {0}' }, { missing: [], wrong: [], unused: [] }],
    ['that lacks a text', {}, { missing: ['Edit {0}'], wrong: [], unused: [] }],
    ['that lost a value', { 'Edit {0}': 'Editar' }, { missing: [], wrong: ['Edit {0}'], unused: [] }],
    ['that has an old text', { 'Edit {0}': 'Editar {0}', Old: 'Viejo' }, { missing: [], wrong: [], unused: ['Old'] }],
  ]
  for (const [title, texts, found] of FOUND) {
    test(title, () => assert.deepEqual(findings(['Edit {0}'], { texts, words: {} }), found))
  }

  test('in Spanish has the values of the English everywhere', () => {
    const file = new URL('../../console/src/texts/es.json', import.meta.url)
    const { wrong } = findings([...allTexts().keys()], JSON.parse(readFileSync(file, 'utf8')))
    assert.deepEqual(wrong, [])
  })
})
