// Partners to choose from, and the one that is chosen.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'

export interface PartnerChoices {
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** Typing searches at the gateway: there may be more than one page. */
export function usePartnerChoices(search: string): PartnerChoices {
  const { data } = useQuery({
    queryKey: ['partners', 'choices', search],
    queryFn: () => ask(admin.listPartners({ size: 200 }, search === '' ? {} : { search })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return {
    choices: (data?.content ?? []).map(({ partnerId, name }) => ({
      value: partnerId,
      label: `${partnerId} · ${name}`,
    })),
  }
}

/** The partner of this id; undefined until it is read. */
export function usePartnerOf(partnerId: string | null): onboarding.Partner | undefined {
  const { data } = useQuery({
    queryKey: ['partners', 'of', partnerId],
    queryFn: () => ask(admin.listPartners({ size: 200 }, { search: partnerId ?? '' })),
    enabled: partnerId !== null,
    staleTime: 60_000,
  })
  return data?.content.find((partner) => partner.partnerId === partnerId)
}
