// Cards in the order of their ids, by page or by cursor.

import { CARD, card, cardFilter } from './card-shapes.ts'
import { customerLists } from './customer-lists.ts'

export const { browse: browseCards, list: listCards } = customerLists({
  name: 'Cards',
  shape: card,
  example: CARD,
  filter: cardFilter,
  filterExample: {
    summary: 'Lost cards of a customer',
    value: { institutionId: 'FI001', customerId: 'CUST0042', status: ['LOST'] },
  },
  order: 'By id. Users of a sub-tenant see none.',
  finding: 'A card number is sent in the body only, and found by its hash.',
  records: ({ customerCards }) => customerCards,
  reply: (found) => found,
})
