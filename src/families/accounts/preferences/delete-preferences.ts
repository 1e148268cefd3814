// Delete preferences. Deleting a missing profile succeeds: it is gone, as the caller wanted.

import { Type } from 'typebox'
import { accountOperation } from '../desk/account-operation.ts'
import { CARD, DEVICE, example, INSTITUTION } from '../shapes/examples.ts'
import * as shape from '../shapes/shapes.ts'
import { confirm, declineConfirmation, preferenceDecline } from './preference-decline.ts'
import { confirmation } from './preference-shapes.ts'

const body = Type.Object({ institution: shape.institution, card: shape.card, deviceInfo: shape.deviceInfo })

export const deletePreferences = accountOperation({
  id: 'DeletePreferences',
  route: 'POST /preferences/delete',
  basis: 'given',
  tag: 'Customer Preferences',
  summary: 'Delete the ATM preferences of a card',
  description: 'Idempotent: `success` is true also when there was no profile. POST, for the sake of channel adapters.',
  body,
  reply: confirmation,
  requestExamples: [example('card', 'A card', { institution: INSTITUTION, card: CARD, deviceInfo: DEVICE })],
  replyExamples: [
    example('deleted', 'Deleted', { status: { responseCode: '000' }, success: true, message: 'Preferences deleted' }),
    example('invalidCard', 'Declined', {
      status: { responseCode: '111' },
      success: false,
      message: 'Invalid card number',
    }),
  ],
  async handle(ask) {
    const { institution, card, deviceInfo } = ask.body
    const decline = preferenceDecline(ask, ask.body)
    if (decline !== undefined) return declineConfirmation(ask, decline)
    const key = { institutionId: institution.id, pan: card.pan }
    const wasThere = await ask.services.preferenceProfiles.delete(key, deviceInfo.terminalId)
    return confirm(ask, wasThere ? 'Preferences deleted' : 'There were no preferences to delete')
  },
})
