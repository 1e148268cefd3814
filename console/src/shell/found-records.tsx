// Records that the gateway finds for the text in the box of the menu, below the pages; or that nothing was found.

import { Button, NavLink, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { onboarding as api } from '@tillgate/sdk'
import { useEffect, useRef } from 'react'
import { ask } from '../api/ask.ts'
import { admin } from '../api/gateway.ts'
import type { ConsolePage } from '../pages/console-page.ts'
import { serverMessage } from '../texts/server-messages.ts'
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
  CORRECTION: ['/corrections/$id', 'Correction'],
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
  /** Enter was pressed for this text: the first record is opened as soon as it is known. */
  readonly isWanted: boolean
  /** Those that the user may open. */
  readonly pages: readonly ConsolePage[]
  /** By the same text. */
  readonly arePagesFound: boolean
  onOpen(): void
}

export function FoundRecords({ text, isWanted, pages, arePagesFound, onOpen }: FoundRecordsProps) {
  const typed = text.trim()
  const [paused] = useDebouncedValue(typed, PAUSE_MS)
  const asked = isWanted ? typed : paused
  const isLongEnough = asked.length >= LEAST && asked.length <= MOST
  const { data, isFetching, error, refetch } = useQuery({
    // The text can be a card number: it is not kept longer than it is shown.
    queryKey: ['search', asked],
    queryFn: () => ask(admin.searchRecords({ text: asked })),
    enabled: isLongEnough,
    gcTime: 0,
    retry: false,
  })
  const known = new Set(pages.map(({ path }) => path))
  // Records belong to the text that they answer: none are shown, or opened, for another one.
  const found = isLongEnough && asked === typed ? (data ?? []).filter(({ kind }) => known.has(KINDS[kind][0])) : []
  const first = useRef<HTMLAnchorElement>(null)
  const isFound = found.length > 0
  useEffect(() => {
    if (isWanted && isFound) first.current?.click()
  }, [isWanted, isFound])
  if (!isFound) {
    if (asked === typed && error !== null && !isFetching) {
      return (
        <Stack gap={4} px={10} pt="xs" align="flex-start">
          <Text size="sm" c="red" role="alert">
            The search for records failed: {serverMessage(error.message)}
          </Text>
          <Button size="compact-xs" variant="light" onClick={() => void refetch()}>
            Search again
          </Button>
        </Stack>
      )
    }
    if (isFetching || (typed !== asked && typed.length >= LEAST)) {
      return (
        <Text size="xs" c="dimmed" px={10} pt="xs">
          Searching for records
        </Text>
      )
    }
    if (arePagesFound) return null
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
      {found.map(({ kind, id, title, institutionId, partnerId }, at) => {
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
            renderRoot={(props) => <Link to={address} search={search} {...props} {...(at === 0 && { ref: first })} />}
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
