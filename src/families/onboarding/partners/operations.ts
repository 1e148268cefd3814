// The operations on partners and their clients.

import type { OnboardingOperation } from '../onboarding-operation.ts'
import { browsePartners } from './browse-partners.ts'
import { createClient } from './create-client.ts'
import { createPartner } from './create-partner.ts'
import { deleteClient } from './delete-client.ts'
import { deletePartner } from './delete-partner.ts'
import { getPartner } from './get-partner.ts'
import { listPartners } from './list-partners.ts'
import { rotateClient } from './rotate-client.ts'
import { setPartnerActivation } from './set-partner-activation.ts'
import { updatePartner } from './update-partner.ts'

export const PARTNER_OPERATIONS: readonly OnboardingOperation[] = [
  createPartner,
  browsePartners,
  listPartners,
  getPartner,
  updatePartner,
  deletePartner,
  setPartnerActivation,
  createClient,
  rotateClient,
  deleteClient,
]
