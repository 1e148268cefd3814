// A filter of lists: one of the partner's institutions by name.

import type { Filter } from '../../../kit/list/filter-bar.tsx'
import { useDirectory } from './directory.ts'

export function useInstitutionFilter(partnerId: string): Filter {
  const institutions = useDirectory(partnerId, 'INSTITUTION')
  return {
    kind: 'choice',
    name: 'institutionId',
    label: 'Institution',
    width: 200,
    choices: (institutions.data?.content ?? []).map(({ id, institution }) => ({ value: id, label: institution.name })),
  }
}
