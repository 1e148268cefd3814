// Lending and digital banking are done on behalf of a partner, which is chosen at the top of their pages.

import { Group, Select, Text, TextInput } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import { useMay } from '../../session/entitlements.ts'
import { EmptyState } from '../page/empty-state.tsx'
import { Loaded } from '../page/record-query.tsx'
import { useUrlState } from '../page/url-state.ts'
import { lastPartner, type PartnerFamily, rememberPartner } from './partner-choice.ts'

/** The partner's id; empty when none is chosen yet. */
export function usePartner(family: PartnerFamily): readonly [string, (partnerId: string) => void] {
  const [{ partner = lastPartner(family) }, change] = useUrlState()
  const choose = (partnerId: string) => {
    rememberPartner(family, partnerId)
    // The list of another partner begins with its first page.
    change({ partner: partnerId, page: undefined })
  }
  return [partner, choose]
}

export function PartnerPicker({ family }: { family: PartnerFamily }) {
  const [partnerId, setPartnerId] = usePartner(family)
  const may = useMay()
  const canList = may('PARTNERS', 'VIEW')
  const partners = useQuery({
    queryKey: ['partners', 'choices'],
    queryFn: () => ask(admin.listPartners({ size: 200 }, {})),
    enabled: canList,
    staleTime: 60_000,
  })
  const [typed, setTyped] = useState(partnerId)
  useEffect(() => setTyped(partnerId), [partnerId])
  if (!canList) {
    return (
      <TextInput
        aria-label="Partner"
        placeholder="Partner id"
        size="sm"
        w={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setPartnerId(typed.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setPartnerId(typed.trim())
        }}
      />
    )
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" component="label" htmlFor={`partner-${family}`}>
        Partner
      </Text>
      <Select
        id={`partner-${family}`}
        size="sm"
        w={290}
        searchable
        placeholder="Choose a partner"
        data={(partners.data?.content ?? [])
          .filter(({ families }) => families.includes(family))
          .map(({ partnerId: id, name }) => ({ value: id, label: `${id} · ${name}` }))}
        value={partnerId === '' ? null : partnerId}
        onChange={(next) => setPartnerId(next ?? '')}
        allowDeselect={false}
      />
    </Group>
  )
}

/** Draws its children once a partner is chosen. */
export function WithPartner({ family, children }: { family: PartnerFamily; children(partnerId: string): ReactNode }) {
  const [partnerId] = usePartner(family)
  if (partnerId !== '') return children(partnerId)
  return (
    <EmptyState
      title="Choose a partner"
      hint="Loans and tokens belong to a partner. Choose one at the top of the page."
    />
  )
}

export interface PartnerRecordProps<Data> {
  /** `Loan`. */
  readonly noun: string
  readonly partnerId: string
  readonly query: UseQueryResult<Data>
  children(data: Data): ReactNode
}

/** Draws a record of the partner; one that the partner does not have may be another's. */
export function PartnerRecord<Data>({ noun, partnerId, query, children }: PartnerRecordProps<Data>) {
  const isUnknown = query.error instanceof GatewayError && query.error.status === 404
  if (!isUnknown || query.data !== undefined) return <Loaded query={query}>{children}</Loaded>
  return (
    <EmptyState
      title={`${noun} not found`}
      hint={`${partnerId} sees no record with this id. It may belong to another partner: choose that one at the top of the page.`}
    />
  )
}
