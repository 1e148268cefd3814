// What follows when a loan was made, from an offer or without one.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { lendingKey } from '../lending-frame.tsx'

export function useLoanMade(partnerId: string) {
  const navigate = useNavigate()
  return {
    invalidates: [lendingKey(partnerId)],
    onSaved({ loanId }: { loanId: string }) {
      notifications.show({ message: 'The loan is made. Nothing is paid out yet.', color: 'green' })
      void navigate({ to: `/lending/loans/${loanId}` })
    },
  }
}
