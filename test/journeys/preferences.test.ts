// The preferences of a card in all states: 0 not set, 1 active, 2 never ask, 3 deleted.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { AddPreferencesRequest } from '../../sdk/src/index.ts'
import { control, IVR } from '../support/accounts/account-services.ts'
import { answeredWith, approved, clientOf } from '../support/accounts/sdk-client.ts'
import { onGateway } from '../support/gateways/running-gateway.ts'

const PAN = '4000000000000010'
const CARD = { institution: { id: 'FI001' }, card: { pan: PAN } }
const AT_TERMINAL = {
  ...CARD,
  deviceInfo: { terminalId: 'ATM00001', terminalLoc: 'Main Street', acceptorId: 'ACC000000000001' },
}
const FULL: AddPreferencesRequest['profileData'] = {
  language: 'SPA',
  fastCashAmount: '060',
  fastCashReceipt: '2',
  withdrawalReceipt: '1',
  otherReceipt: '3',
  receiptBalance: '0',
  account: 'SAV',
}
const NEVER_ASK: AddPreferencesRequest['profileData'] = { neverAsk: true }

type Step = 'save full' | 'save never ask' | 'delete'
const SHOWN: Record<string, unknown> = { '0': null, '1': FULL, '2': NEVER_ASK, '3': null }

// One row per transition: the steps to the initial state, the step, and the final state.
const TRANSITIONS: [from: string, steps: Step[], step: Step, to: string][] = [
  ['0', [], 'save full', '1'],
  ['0', [], 'save never ask', '2'],
  ['0', [], 'delete', '0'],
  ['1', ['save full'], 'save full', '1'],
  ['1', ['save full'], 'save never ask', '2'],
  ['1', ['save full'], 'delete', '3'],
  ['2', ['save never ask'], 'save full', '1'],
  ['2', ['save never ask'], 'save never ask', '2'],
  ['2', ['save never ask'], 'delete', '3'],
  ['3', ['save full', 'delete'], 'save full', '1'],
  ['3', ['save full', 'delete'], 'save never ask', '2'],
  ['3', ['save full', 'delete'], 'delete', '3'],
]

onGateway('the preferences of a card', (running, engine) => {
  beforeEach(() => control(running.current, '/sandbox/reset', { samples: false }))
  const client = () => clientOf(running.current)
  const take = async (step: Step) => {
    const done =
      step === 'delete'
        ? client().deletePreferences(AT_TERMINAL)
        : client().addPreferences({ ...AT_TERMINAL, profileData: step === 'save full' ? FULL : NEVER_ASK })
    const { success, message } = await approved(done)
    assert.equal(success, true)
    assert.ok(message.length > 0)
  }
  const assertState = async (state: string) => {
    const { profileStatus, profileData } = await approved(client().getPreferences(CARD))
    assert.equal(profileStatus, state)
    assert.deepEqual(profileData, SHOWN[state])
  }

  // The transitions are decided in src/channels/cards, whatever the engine.
  for (const [from, steps, step, to] of engine === 'postgres' ? TRANSITIONS : []) {
    test(`${step} leads from ${from} to ${to}`, async () => {
      for (const earlier of steps) await take(earlier)
      await assertState(from)
      await take(step)
      await assertState(to)
    })
  }

  test('belong to institution and card, independent of terminal and partner', async () => {
    await take('save full')
    const elsewhere = { ...AT_TERMINAL.deviceInfo, terminalId: 'MOB00001' }
    const { profileStatus } = await approved(clientOf(running.current, IVR).getPreferences(CARD))
    assert.equal(profileStatus, '1')
    const another = await approved(client().getPreferences({ institution: { id: 'FI002' }, card: { pan: PAN } }))
    assert.equal(another.profileStatus, '0')
    await approved(client().deletePreferences({ ...AT_TERMINAL, deviceInfo: elsewhere }))
    await assertState('3')
  })

  test('survive a restart', async () => {
    await take('save never ask')
    assert.equal(await running.restart(), 0)
    await assertState('2')
  })

  test('are not stored for an invalid card number', async () => {
    const noCard = { institution: { id: 'FI001' }, card: { pan: '4000000000000011' } }
    await answeredWith('111', client().getPreferences(noCard))
    const { success } = await answeredWith(
      '111',
      client().addPreferences({ ...AT_TERMINAL, ...noCard, profileData: FULL }),
    )
    assert.equal(success, false)
  })
})
