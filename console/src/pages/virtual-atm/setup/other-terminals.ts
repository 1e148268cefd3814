// ATMs beside the sandbox's published ones: those of banks that were onboarded since.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { useMay } from '../../../session/entitlements.ts'
import type { Terminal } from '../engine/orders.ts'
import { PUBLISHED_TERMINALS, useAtm } from '../the-atm.ts'

const MOST = 200

/** Active ATMs of active institutions, for users who may see both. */
export function useOtherTerminals(): readonly Terminal[] {
  const may = useMay()
  const { fee } = useAtm().terminal
  const { data = [] } = useQuery({
    queryKey: ['terminals', 'at-atm'],
    queryFn: async () => {
      const [terminals, institutions] = await Promise.all([
        ask(admin.listTerminals({ size: MOST, sort: 'terminalId:asc' }, { kind: ['ATM'], status: ['ACTIVE'] })),
        ask(admin.listInstitutions({ size: MOST }, { status: ['ACTIVE'] })),
      ])
      return terminals.content.flatMap(({ institutionId, terminalId, acceptorId, location, currencies }) => {
        const institution = institutions.content.find((one) => one.institutionId === institutionId)
        if (institution === undefined) return []
        const { displayName, baseCurrency } = institution
        const currency = currencies[0] ?? baseCurrency
        return [
          { institutionId, institutionName: displayName, terminalId, acceptorId, terminalLoc: location, currency },
        ]
      })
    },
    enabled: may('TERMINALS', 'VIEW') && may('INSTITUTIONS', 'VIEW'),
  })
  return data
    .filter((one) => !PUBLISHED_TERMINALS.some((known) => isSame(known, one)))
    .map((terminal) => ({ ...terminal, fee }))
}

function isSame(one: Pick<Terminal, 'institutionId' | 'terminalId'>, other: typeof one): boolean {
  return one.institutionId === other.institutionId && one.terminalId === other.terminalId
}
