// Save preferences: create or replace the ATM preferences of a card.

import { Type } from 'typebox'
import type { ProfileData } from '../../../channels/cards/preference-profiles.ts'
import { accountOperation } from '../desk/account-operation.ts'
import { CARD, DEVICE, example, FULL_PROFILE, INSTITUTION } from '../shapes/examples.ts'
import * as shape from '../shapes/shapes.ts'
import { confirm, declineConfirmation, preferenceDecline } from './preference-decline.ts'
import { confirmation, profileToSave } from './preference-shapes.ts'

const body = Type.Object({
  institution: shape.institution,
  card: shape.card,
  deviceInfo: shape.deviceInfo,
  profileData: profileToSave,
})

const REQUEST = { institution: INSTITUTION, card: CARD, deviceInfo: DEVICE }

export const savePreferences = accountOperation({
  id: 'AddPreferences',
  route: 'POST /preferences',
  basis: 'given',
  tag: 'Customer Preferences',
  summary: 'Save the ATM preferences of a card',
  description:
    '`profileData` is a full profile, all seven fields, or `{"neverAsk": true}`; both at once are refused. The profile ' +
    'belongs to institution and card, not to the terminal.',
  body,
  reply: confirmation,
  requestExamples: [
    example('full', 'A full profile', {
      ...REQUEST,
      profileData: FULL_PROFILE,
    }),
    example('neverAsk', 'No prompts at all', { ...REQUEST, profileData: { neverAsk: true } }),
  ],
  replyExamples: [
    example('saved', 'Saved', { status: { responseCode: '000' }, success: true, message: 'Preferences saved' }),
    example('unknownTerminal', 'Declined', {
      status: { responseCode: '940' },
      success: false,
      message: 'Unknown terminal',
    }),
  ],
  async handle(ask) {
    const { institution, card, deviceInfo, profileData } = ask.body
    const decline = preferenceDecline(ask, ask.body)
    if (decline !== undefined) return declineConfirmation(ask, decline)
    const key = { institutionId: institution.id, pan: card.pan }
    await ask.services.preferenceProfiles.save(key, knownFieldsOf(profileData), deviceInfo.terminalId)
    return confirm(ask, 'Preferences saved')
  },
})

/** Only the known fields, so that nothing else from the caller is stored. */
function knownFieldsOf(sent: ProfileData): ProfileData {
  if ('neverAsk' in sent) return { neverAsk: true }
  const { language, fastCashAmount, fastCashReceipt, withdrawalReceipt, otherReceipt, receiptBalance, account } = sent
  return { language, fastCashAmount, fastCashReceipt, withdrawalReceipt, otherReceipt, receiptBalance, account }
}
