// Hot cards: stopped at the gateway by an operator. Making one is no section of the resource: it needs the right to block cards.

import { HOT_CARDS } from '../../../../administration/institutions/hot-cards/hot-card-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { createHotCard } from './create-hot-card.ts'
import { HOT_CARD, hotCard, hotCardFilter } from './hot-card-shapes.ts'
import { liftHotCard } from './lift-hot-card.ts'

const hotCards = resource({
  path: '/hot-cards',
  tag: 'Hot cards',
  module: 'CARDS',
  noun: 'hot card',
  exampleName: 'hotCard',
  shape: hotCard,
  example: HOT_CARD,
  sorts: Object.keys(HOT_CARDS.sorts),
  records: ({ hotCards: kept }) => ({
    find: (scope, id) => kept.find(scope, id),
    list: (scope, { pan, ...filter }, page) =>
      kept.list(scope, { ...filter, ...(pan !== undefined && { panHashes: [kept.hashOf(pan)] }) }, page),
  }),

  browse: {
    id: 'BrowseHotCards',
    summary: 'List hot cards',
    description: 'Newest first, also those that have ended. Users of a sub-tenant see none.',
  },
  list: {
    id: 'ListHotCards',
    summary: 'Find hot cards',
    description: 'Newest first. A card number is sent in the body only, and found by its hash.',
    filter: hotCardFilter,
    example: { summary: 'Active ones of an institution', value: { institutionId: 'FI001', state: ['ACTIVE'] } },
  },
  get: { id: 'GetHotCard', summary: 'Read a hot card', description: 'With the masked card number.' },
})

export const HOT_CARD_OPERATIONS: readonly OnboardingOperation[] = [createHotCard, ...hotCards, liftHotCard]
