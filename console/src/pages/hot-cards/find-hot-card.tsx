// Finds a hot card by the whole number of the card.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { FindByCardNumber } from '../../kit/form/find-by-card-number.tsx'

export function FindHotCard() {
  return (
    <FindByCardNumber
      title="Find a hot card by its number"
      notFound="No card with this number was ever stopped here."
      pages="/hot-cards"
      find={findHotCard}
    />
  )
}

/** The newest comes first; what has ended does not hide what is active. */
async function findHotCard(pan: string): Promise<string | undefined> {
  const { content } = await ask(admin.listHotCards({ size: 50 }, { pan }))
  return (content.find(({ state }) => state === 'ACTIVE') ?? content[0])?.id
}
