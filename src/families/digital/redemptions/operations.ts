// The operations on token redemptions.

import type { DigitalOperation } from '../digital-operation.ts'
import { createTokenRedemption } from './create-token-redemption.ts'
import { getTokenRedemption } from './get-token-redemption.ts'

export const REDEMPTION_OPERATIONS: readonly DigitalOperation[] = [createTokenRedemption, getTokenRedemption]
