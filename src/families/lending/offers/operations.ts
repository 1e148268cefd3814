// The operations on offers.

import type { LendingOperation } from '../lending-operation.ts'
import { acceptOffer } from './accept-offer.ts'
import { createOffer } from './create-offer.ts'
import { getOffer } from './get-offer.ts'
import { listOffers } from './list-offers.ts'
import { searchOffers } from './search-offers.ts'

export const OFFER_OPERATIONS: readonly LendingOperation[] = [
  createOffer,
  listOffers,
  searchOffers,
  getOffer,
  acceptOffer,
]
