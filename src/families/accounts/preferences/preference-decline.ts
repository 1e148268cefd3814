// Declines of the three preference operations. The card need not exist: preferences belong to the gateway, not to the
// core. The order is that of all declines: institution, terminal, card.

import { DECLINE, type DeclineCode } from '../../../core/outcome.ts'
import type { Reply } from '../../../http/family.ts'
import { type Directory, offers, takesOrders } from '../../../institutions/directory.ts'
import { CATALOGUE, type CatalogueCode } from '../../../kernel/catalogue/catalogue.ts'
import { isCardNumber } from '../../../kernel/pan.ts'
import type { Ask } from '../account-operation.ts'
import { replyWith } from '../orders.ts'

interface PreferenceRequest {
  readonly institution: { readonly id: string }
  readonly card: { readonly pan: string }
  /** Absent if the operation has none. */
  readonly deviceInfo?: { readonly terminalId: string }
}

export function preferenceDecline(directory: Directory, body: PreferenceRequest): DeclineCode | undefined {
  const institution = directory.institution(body.institution.id)
  if (institution === undefined || !takesOrders(institution)) return DECLINE.institutionSuspended
  if (!institution.services.has('PREFERENCES')) return DECLINE.serviceNotSupported
  if (body.deviceInfo !== undefined) {
    const terminal = directory.terminal(institution.institutionId, body.deviceInfo.terminalId)
    if (terminal === undefined) return DECLINE.unknownTerminal
    if (!offers(terminal, 'PREFERENCES')) return DECLINE.notPermittedToTerminal
  }
  return isCardNumber(body.card.pan) ? undefined : DECLINE.invalidCardNumber
}

/** The reply to saving and deleting. */
export function confirm(ask: Ask, message: string): Reply {
  return replyWith(ask, '000', { status: { responseCode: '000' }, success: true, message })
}

export function declineConfirmation(ask: Ask, code: DeclineCode): Reply {
  const message = CATALOGUE[`A-${code}` satisfies CatalogueCode].title
  return replyWith(ask, code, { status: { responseCode: code }, success: false, message })
}
