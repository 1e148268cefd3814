// Lending and digital banking are done on behalf of a partner. The choice holds for both workbenches and stays in this
// browser.

import { Group, Select, Text, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { useMay } from '../../session/entitlements.ts'
import { settings } from '../../settings.ts'
import { EmptyState } from '../page/empty-state.tsx'

export type PartnerFamily = 'lending' | 'digital'

/** In the sandbox, the partner that has something to show. */
const SANDBOX_PARTNERS: Readonly<Record<PartnerFamily, string>> = { lending: 'PARTNER01', digital: 'PARTNER03' }

/** The chosen partner's id; empty when none is chosen yet. */
export function usePartner(family: PartnerFamily): readonly [string, (partnerId: string) => void] {
  const [partnerId, setPartnerId] = useLocalStorage({
    key: `tillgate-partner-${family}`,
    defaultValue: settings.sandbox === undefined ? '' : SANDBOX_PARTNERS[family],
    getInitialValueInEffect: false,
  })
  return [partnerId, setPartnerId]
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
