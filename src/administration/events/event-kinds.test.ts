// The table of kinds: its examples fit their schemas, the page for partners lists it, and each kind is stored somewhere.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { ORDER_KINDS } from '../../channels/channel/record/record-checks.ts'
import { LOAN_STATUSES } from '../../families/lending/shapes/loan.ts'
import { ALERT_STATES } from '../../oversight/alerts/alert-rule-records.ts'
import { EXCEPTION_KINDS, RESOLVING_ACTIONS } from '../../oversight/exceptions/exception-kinds.ts'
import { ENVIRONMENTS } from '../../platform/kernel/environment.ts'
import { MOVEMENT_TYPES, TOKEN_ACTIONS, TOKEN_EXCEPTION_KINDS } from '../../tokens/exceptions/token-exception.ts'
import { CONNECTION_STATUSES } from '../institutions/connectivity/connection-records.ts'
import { CORE_TYPES } from '../institutions/core-types.ts'
import { INSTITUTION_STATUSES, SERVICES, TERMINAL_KINDS, TERMINAL_STATUSES } from '../institutions/directory.ts'
import { HOT_CARD_REASONS, HOT_CARD_STATES } from '../institutions/hot-cards/hot-card-records.ts'
import { API_FAMILIES, CLIENT_FAMILIES } from '../institutions/partners/api-families.ts'
import { STOP_STATES } from '../institutions/stops/stop-records.ts'
import { EVENT_KINDS, KINDS_OF_EVENTS } from './event-kinds.ts'
import { EVENT_VALUES } from './event-values.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

test('the example of every kind fits its schema', () => {
  for (const [kind, { data, example }] of KINDS_OF_EVENTS)
    if (example !== undefined) assert.ok(Check(data, example), kind)
})

test('the values that fields may have are those of the concepts', () => {
  const real: Readonly<Record<keyof typeof EVENT_VALUES, readonly string[]>> = {
    alertState: ALERT_STATES,
    environment: ENVIRONMENTS,
    institutionStatus: INSTITUTION_STATUSES,
    service: SERVICES,
    terminalKind: TERMINAL_KINDS,
    terminalStatus: TERMINAL_STATUSES,
    hotCardReason: HOT_CARD_REASONS,
    hotCardState: HOT_CARD_STATES,
    stopState: STOP_STATES,
    coreType: CORE_TYPES,
    connectionStatus: CONNECTION_STATUSES,
    family: API_FAMILIES,
    clientFamily: CLIENT_FAMILIES,
    exceptionKind: EXCEPTION_KINDS,
    resolution: [...RESOLVING_ACTIONS, 'SETTLED_OUTSIDE', 'SETTLED'],
    transactionType: [...ORDER_KINDS],
    tokenExceptionKind: TOKEN_EXCEPTION_KINDS,
    tokenResolution: [...TOKEN_ACTIONS, 'SETTLED'],
    movementType: Object.values(MOVEMENT_TYPES),
    loanStatus: LOAN_STATUSES,
  }
  for (const [name, values] of Object.entries(real))
    assert.deepEqual(EVENT_VALUES[name as keyof typeof EVENT_VALUES].toSorted(), values.toSorted(), name)
})

test('an example says what it is about, and untrue values are refused', () => {
  for (const [kind, { example, subject }] of KINDS_OF_EVENTS)
    assert.equal(example === undefined, subject === undefined, kind)
  const { data, example } = EVENT_KINDS['connectivity.changed']
  assert.equal(Check(data, { ...example, environment: 'production' }), false)
  assert.equal(Check(data, { ...example, coreType: 'rest' }), false)
})

test('docs/events.md lists every kind', () => {
  const page = readFileSync(join(ROOT, 'docs', 'events.md'), 'utf8')
  const rows = Object.entries(EVENT_KINDS).map(([kind, { tells }]) => `| \`${kind}\` | ${tells} |`)
  assert.deepEqual(page.match(/^\| `.*$/gm), rows)
})

test('every kind is stored somewhere', () => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(?!events)(?!.*test).*\.ts$/.test(file) && !file.includes('families'),
  )
  const sources = files.map((file) => readFileSync(join(ROOT, 'src', file), 'utf8')).join('\n')
  assert.deepEqual(
    Object.keys(EVENT_KINDS).filter((kind) => !sources.includes(`'${kind}'`)),
    [],
  )
})
