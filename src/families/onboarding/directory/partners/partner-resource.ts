// Partners and their clients.

import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { createClient } from './create-client.ts'
import { deleteClient } from './delete-client.ts'
import { newPartner, PARTNER, partner, partnerChange, partnerFilter } from './partner-shapes.ts'
import { rotateClient } from './rotate-client.ts'
import { updateClient } from './update-client.ts'

const partners = resource({
  path: '/partners',
  tag: 'Partners',
  module: 'PARTNERS',
  noun: 'partner',
  shape: partner,
  example: PARTNER,
  records: (services) => services.partners,

  create: {
    id: 'CreatePartner',
    summary: 'Make a partner',
    description:
      'Without `families` it may call account services; without `operations` it may call none of them yet. ' +
      'Every gateway obeys within two seconds.',
    body: newPartner,
    example: {
      name: 'partner',
      summary: 'A partner with cash machines',
      value: {
        partnerId: 'HARBOR-ATM',
        name: 'Harbor cash machines',
        families: ['accounts'],
        operations: ['BalanceInquiry', 'Debits', 'DebitsReverse'],
        institutionIds: ['FI002'],
        rateLimit: { perSecond: 50 },
      },
    },
    replyExample: { change: { clients: [] } },
    run: (ask) => ask.services.partners.create(ask, ask.body),
  },
  browse: {
    id: 'BrowsePartners',
    summary: 'List partners',
    description: 'Newest first. Users of an institution see the partners that work for it alone.',
  },
  list: {
    id: 'ListPartners',
    summary: 'Find partners',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: partnerFilter,
    example: {
      summary: 'Active partners of an institution',
      value: { institutionId: 'FI002', isActive: true },
    },
  },
  get: {
    id: 'GetPartner',
    summary: 'Read a partner',
    description: 'With its clients; their secrets cannot be read.',
  },
  change: {
    id: 'UpdatePartner',
    summary: 'Change a partner',
    description:
      'What is left out stays as it is. `rateLimit: null` takes the limit away. Every gateway obeys within two seconds.',
    body: partnerChange,
    example: { name: 'limit', summary: 'Half the rate', value: { version: 1, rateLimit: { perSecond: 25 } } },
    run: (ask, id) => ask.services.partners.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeletePartner',
    summary: 'Remove a partner',
    description: 'Its clients go too. A partner that has transactions is in use: 409; deactivate it instead.',
    run: (ask, id) => ask.services.partners.delete(ask, id),
  },
  activate: {
    id: 'SetPartnerActivation',
    summary: 'Activate or deactivate a partner',
    description: 'A deactivated partner is refused by every gateway within two seconds.',
    flagDescription: 'Whether it may call',
    example: { name: 'deactivated', summary: 'It may not call', change: { isActive: false } },
    run: (ask, id, isActive) => ask.services.partners.setActive(ask, id, isActive),
  },
})

export const PARTNER_OPERATIONS: readonly OnboardingOperation[] = [
  ...partners,
  createClient,
  updateClient,
  rotateClient,
  deleteClient,
]
