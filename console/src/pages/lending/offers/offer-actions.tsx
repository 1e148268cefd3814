// What can be done with an offer: accept it, then make the loan.

import type { lending } from '@tillgate/sdk'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { AcceptForm } from './accept-form.tsx'
import { LoanFromOfferForm } from './loan-from-offer-form.tsx'

export interface OfferActionsProps {
  readonly partnerId: string
  readonly offer: lending.ListedOffer
  /** `offer 1`, as the page calls it. */
  readonly named: string
  /** How many other offers of the application are open. */
  readonly siblings: number
  /** The main action of the page, not one of many in a table. */
  readonly isMain?: boolean
}

export function OfferActions({ partnerId, offer, named, siblings, isMain = false }: OfferActionsProps) {
  const may = useMay()
  // With keys of their own: otherwise the dialog of the one stays open as the dialog of the other.
  const size = isMain ? 'sm' : 'xs'
  if (offer.status === 'OPEN' && may('LOAN_ORIGINATION', 'UPDATE')) {
    return (
      <FormDialog
        key="accept"
        label={`Accept ${named}`}
        title="Accept the offer"
        size={size}
        variant={isMain ? 'filled' : 'default'}
      >
        {(close) => <AcceptForm partnerId={partnerId} offer={offer} siblings={siblings} onDone={close} />}
      </FormDialog>
    )
  }
  if (offer.status === 'ACCEPTED' && may('LOAN_SERVICING', 'CREATE')) {
    return (
      <FormDialog key="create" label="Create the loan" size={size} variant="filled">
        {(close) => <LoanFromOfferForm partnerId={partnerId} offer={offer} onCancel={close} />}
      </FormDialog>
    )
  }
  if (offer.loanId !== undefined) {
    return (
      <LinkButton to={`/lending/loans/${offer.loanId}`} size={size} variant="default">
        Open the loan
      </LinkButton>
    )
  }
  return null
}
