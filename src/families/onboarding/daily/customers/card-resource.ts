// Cards of customers at the built-in bank.

import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { CARD, card, cardChange, NEW_CARD, newCard } from './card-shapes.ts'
import { browseCards, listCards } from './list-cards.ts'
import { CARD_MOVE_OPERATIONS } from './move-card.ts'

const cards = resource({
  path: '/cards',
  tag: 'Cards',
  module: 'CARDS',
  noun: 'card',
  shape: card,
  example: CARD,
  records: (services) => services.customerCards,

  create: {
    id: 'CreateCard',
    summary: 'Add a card',
    description:
      'The card number is stored encrypted and as a hash, and never returned whole. The fields are checked as those of `tillgate ' +
      'load cards`. A card that the institution already has, a TERMINATED institution, and one whose accounts are at another ' +
      'core: 409.',
    body: newCard,
    example: { name: 'card', summary: 'A card of one account', value: NEW_CARD },
    run: (ask) => ask.services.customerCards.create(ask, ask.body),
  },
  get: { id: 'GetCard', summary: 'Read a card', description: 'With the masked card number.' },
  change: {
    id: 'UpdateCard',
    summary: 'Change the accounts of a card',
    description:
      'The list is replaced. A card that is `LOST`, `STOLEN` or `EXPIRED`, and an institution that is TERMINATED or at another ' +
      'core: 409.',
    body: cardChange,
    example: {
      name: 'accounts',
      summary: 'Another account',
      value: { version: 1, accountIds: ['1000000042', '1000000043'] },
    },
    run: (ask, id) => ask.services.customerCards.update(ask, id, ask.body),
  },
})

export const CARD_OPERATIONS: readonly OnboardingOperation[] = [
  browseCards,
  listCards,
  ...cards,
  ...CARD_MOVE_OPERATIONS,
]
