// Declines of the three preference operations. The card need not exist: preferences belong to the gateway, not to the
// core. The order is that of all declines: institution, terminal, card.

import { offers, takesOrders } from '../../../administration/institutions/directory.ts'
import { DECLINE, type DeclineCode } from '../../../channels/core/outcome.ts'
import type { Reply } from '../../../edge/http/family.ts'
import { CATALOGUE, type CatalogueCode } from '../../../platform/kernel/catalogue/catalogue.ts'
import { isCardNumber } from '../../../platform/kernel/identifiers/pan.ts'
import type { Ask } from '../desk/account-operation.ts'
import { replyWith } from '../orders/orders.ts'

interface PreferenceRequest {
  readonly institution: { readonly id: string }
  readonly card: { readonly pan: string }
  /** Absent if the operation has none. */
  readonly deviceInfo?: { readonly terminalId: string }
}

export function preferenceDecline(ask: Ask, body: PreferenceRequest): DeclineCode | undefined {
  const { directory } = ask.services
  const institution = directory.institution(body.institution.id)
  if (institution === undefined || !takesOrders(institution)) return DECLINE.institutionSuspended
  if (!institution.services.has('PREFERENCES')) return DECLINE.serviceNotSupported
  if (body.deviceInfo !== undefined) {
    const terminal = directory.terminal(institution.institutionId, body.deviceInfo.terminalId)
    if (terminal === undefined) return DECLINE.unknownTerminal
    if (!offers(terminal, 'PREFERENCES')) return DECLINE.notPermittedToTerminal
  }
  if (isStopped(ask, body)) return DECLINE.serviceNotSupported
  return isCardNumber(body.card.pan) ? undefined : DECLINE.invalidCardNumber
}

/** By a stop that names the service. */
function isStopped(ask: Ask, { institution, card, deviceInfo }: PreferenceRequest): boolean {
  const { directory } = ask.services
  const terminalId = deviceInfo?.terminalId
  const stopId = directory.stop(() => ({
    institutionIds: [institution.id],
    partnerId: ask.partnerId,
    clientId: ask.clientId ?? ask.call.header('client_id'),
    terminalId,
    terminalKind: terminalId === undefined ? undefined : directory.terminal(institution.id, terminalId)?.kind,
    service: 'PREFERENCES',
    isInquiry: true,
    pan: card.pan,
  }))
  return stopId !== undefined
}

/** The reply to saving and deleting. */
export function confirm(ask: Ask, message: string): Reply {
  return replyWith(ask, '000', { status: { responseCode: '000' }, success: true, message })
}

export function declineConfirmation(ask: Ask, code: DeclineCode): Reply {
  const message = CATALOGUE[`A-${code}` satisfies CatalogueCode].title
  return replyWith(ask, code, { status: { responseCode: code }, success: false, message })
}
