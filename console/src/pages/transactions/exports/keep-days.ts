// How long the gateway keeps the file of an export.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { useMay } from '../../../session/entitlements.ts'
import { settings } from '../../../settings.ts'
import { environmentOf } from '../../properties/property-words.ts'

const KEY = 'export.keep-days'
const DEFAULT_DAYS = 7

/** Undefined until it is read, and for users who may not read properties. */
export function useKeepDays(): number | undefined {
  const mayRead = useMay()('APP_PROPERTIES', 'VIEW')
  const environment = environmentOf(settings.environment)
  const { data } = useQuery({
    queryKey: ['properties', 'effective', environment, 'tillgate', KEY],
    queryFn: async () => {
      const properties = await ask(
        admin.getEffectiveApplicationProperties({ environment: environment ?? 'sandbox', application: 'tillgate' }),
      )
      const found = properties.find(({ key }) => key === KEY)
      // An institution's value hides the one that the platform goes by.
      return found?.source === 'INSTITUTION' ? null : Number(found?.value ?? DEFAULT_DAYS)
    },
    enabled: mayRead && environment !== undefined,
  })
  return data ?? undefined
}
