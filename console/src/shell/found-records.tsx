// Records that the gateway finds for the text in the box of the menu, below the pages; or that nothing was found.

import { NavLink, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { onboarding as api } from '@tillgate/sdk'
import { ask } from '../api/ask.ts'
import { admin } from '../api/gateway.ts'
import type { ConsolePage } from '../pages/console-page.ts'
import { moveFocus } from './found-pages.tsx'

type Kind = api.FoundRecord['kind']

/** The page of each kind, and what it is called. */
const KINDS: Readonly<Record<Kind, readonly [path: string, words: string]>> = {
  INSTITUTION: ['/institutions/$id', 'Institution'],
  SUB_TENANT: ['/sub-tenants/$id', 'Sub-tenant'],
  TERMINAL: ['/terminals/$id', 'Terminal'],
  BILLER: ['/billers/$id', 'Biller'],
  PARTNER: ['/partners/$id', 'Partner'],
  USER: ['/users/$id', 'User'],
  ACCOUNT: ['/accounts/$id', 'Account'],
  CARD: ['/cards/$id', 'Card'],
  TRANSACTION: ['/transactions/$id', 'Transaction'],
  LOAN: ['/lending/loans/$loanId', 'Loan'],
  LOAN_APPLICATION: ['/lending/applications/$applicationId', 'Loan application'],
  LOAN_OFFER: ['/lending/offers/$offerId', 'Loan offer'],
  DIGITAL_INSTITUTION: ['/digital/institutions/$id', 'Token institution'],
  DIGITAL_USER: ['/digital/users/$id', 'Token user'],
  DIGITAL_ACCOUNT: ['/digital/accounts/$id', 'Token account'],
  TOKEN_DEPOSIT: ['/digital/movements/deposits/$id', 'Token deposit'],
  TOKEN_REDEMPTION: ['/digital/movements/redemptions/$id', 'Token redemption'],
  TOKEN_TRANSFER: ['/digital/movements/transfers/$id', 'Token transfer'],
}

const LEAST = 3
const MOST = 64
const PAUSE_MS = 250

export interface FoundRecordsProps {
  readonly text: string
  /** Those that the user may open. */
  readonly pages: readonly ConsolePage[]
  /** By the same text. */
  readonly arePagesFound: boolean
  onOpen(): void
}

export function FoundRecords({ text, pages, arePagesFound, onOpen }: FoundRecordsProps) {
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, PAUSE_MS)
  const isLongEnough = asked.length >= LEAST && asked.length <= MOST
  const { data = [], isFetching } = useQuery({
    // The text can be a card number: it is not kept longer than it is shown.
    queryKey: ['search', asked],
    queryFn: () => ask(admin.searchRecords({ text: asked })),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const known = new Set(pages.map(({ path }) => path))
  const found = isLongEnough ? data.filter(({ kind }) => known.has(KINDS[kind][0])) : []
  if (found.length === 0) {
    const isKnown = typed === asked && !isFetching
    if (arePagesFound || !isKnown) return null
    return (
      <Text size="sm" c="dimmed" px={10} role="status">
        {asked.length < LEAST
          ? 'No page has this name. Type more to find records.'
          : 'No page or record has this name.'}
      </Text>
    )
  }
  return (
    <>
      <Text size="xs" c="dimmed" px={10} pt="xs" role="status">
        {found.length === 1 ? 'One record' : `${found.length} records`}
      </Text>
      {found.map(({ kind, id, title, institutionId, partnerId }) => {
        const [path, words] = KINDS[kind]
        const address = path.replace(/\$\w+/, encodeURIComponent(id))
        const search = partnerId !== undefined && isOfPartner(path) ? { partner: partnerId } : {}
        return (
          <NavLink
            key={`${kind} ${id}`}
            label={title}
            description={[words, institutionId ?? partnerId].filter(Boolean).join(' · ')}
            leftSection={<span className="menu-no-icon" />}
            py={6}
            className="menu-entry"
            onClick={onOpen}
            onKeyDown={moveFocus}
            renderRoot={(props) => <Link to={address} search={search} {...props} />}
          />
        )
      })}
    </>
  )
}

/** Its page is shown for a partner, which the address names. */
function isOfPartner(path: string): boolean {
  return path.startsWith('/lending/') || path.startsWith('/digital/')
}
