// Finds a card by its whole number.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { FindByCardNumber } from '../../kit/form/find-by-card-number.tsx'

export function FindCard() {
  return (
    <FindByCardNumber
      title="Find a card by its number"
      notFound="There is no card with this number."
      pages="/cards"
      find={async (pan) => (await ask(admin.listCards({}, { pan }))).content[0]?.id}
    />
  )
}
