// The basis of every operation of digital banking: the services it may use, what it knows of its caller, and its definition.

import type { Static, TObject, TSchema } from 'typebox'
import type { Reply } from '../../edge/http/family.ts'
import type { PartnerServices } from '../../edge/partners/partner-credentials.ts'
import {
  type PartnerAsk,
  type PartnerOperation,
  type PartnerOperationDefinition,
  partnerOperation,
  reply as partnerReply,
} from '../../edge/partners/partner-operation.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { DigitalAccounts } from '../../tokens/accounts/accounts.ts'
import type { TokenMovements } from '../../tokens/movements/token-movements.ts'
import type { DigitalInstitutions } from '../../tokens/parties/institutions.ts'
import type { DigitalUsers } from '../../tokens/parties/users.ts'
import type { Reference } from '../../tokens/references/reference.ts'
import type { PlatformSearch } from '../../tokens/search/platform-search.ts'
import type { DigitalCode } from './problems.ts'
import { checkAmount } from './shapes/token-amount.ts'

/** Each concept adds its own. */
export interface DigitalServices extends PartnerServices {
  readonly database: Database
  /** The business clock. */
  readonly clock: Clock

  readonly tokenMovements: Pick<
    TokenMovements,
    'deposit' | 'redeem' | 'transfer' | 'resolve' | 'find' | 'returnedMinor'
  >
  readonly digitalInstitutions: DigitalInstitutions
  readonly digitalUsers: DigitalUsers
  readonly digitalAccounts: DigitalAccounts
  readonly platformSearch: PlatformSearch
}

export type DigitalAsk = PartnerAsk<DigitalServices>

/** What a request with a body has. */
export interface MaybeReferenced {
  readonly reference: Reference | undefined
}

type Referenced<Body> = Body extends { readonly transaction: unknown } ? { readonly reference: Reference } : object

export type DigitalOperation = PartnerOperation<DigitalAsk & MaybeReferenced, DigitalCode>

interface Definition<Body extends TSchema, Query extends TObject>
  extends Omit<PartnerOperationDefinition<DigitalAsk, DigitalCode, Body, Query>, 'handle' | 'optionalBody'> {
  handle(
    ask: DigitalAsk & Referenced<Static<Body>> & { readonly body: Static<Body>; readonly query: Static<Query> },
  ): Promise<Reply>
}

/**
 * Defines an operation of this family. The body of a POST is made by request() (shapes/request.ts), which gives it
 * `transaction` and `channelInfo`.
 */
export function digitalOperation<Body extends TSchema = TSchema, Query extends TObject = TObject>(
  definition: Definition<Body, Query>,
): DigitalOperation {
  const namesAmount = hasAmount(definition.body)
  const rules: Definition<Body, Query>['rules'] = (body, found) => {
    if (namesAmount) checkAmount(body, found)
    definition.rules?.(body, found)
  }
  // A request with a body always has its reference.
  const whole = { ...definition, rules } as PartnerOperationDefinition<DigitalAsk, DigitalCode, Body, Query>
  return partnerOperation(whole)
}

/** Elsewhere `tokenAmount.tokens` is an unknown field, and ignored. */
function hasAmount(body: TSchema | undefined): boolean {
  const { tokenAmount } =
    (body as { properties?: Record<string, { properties?: object }> } | undefined)?.properties ?? {}
  return tokenAmount?.properties !== undefined && 'tokens' in tokenAmount.properties
}

export const reply = partnerReply
