// The steps of the wizard for a draft, and the form for an institution that takes traffic.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import { LinkButton } from '../../kit/link-button.tsx'
import { PageFrame } from '../../kit/page-frame.tsx'
import { usePathParameter } from '../../kit/path-parameter.ts'
import { Loaded } from '../../kit/record-query.tsx'
import { Section } from '../../kit/section.tsx'
import { StatusBadge } from '../../kit/values.tsx'
import { isEditable, isNew, loadInstitution } from './institution.ts'
import { InstitutionEditor } from './institution-editor.tsx'

export default function EditInstitutionPage() {
  const id = usePathParameter('id')
  const queryKey = ['institutions', 'record', id]
  const query = useQuery({ queryKey, queryFn: () => loadInstitution(id) })
  const cache = useQueryClient()
  // Another number draws the form anew, from the present record.
  const [readings, setReadings] = useState(0)
  const [reloadError, setReloadError] = useState<unknown>()
  const institution = query.data
  const name = institution?.displayName ?? 'Institution'

  async function reload() {
    // What was typed goes only once the present record is there.
    const { isError, error } = await query.refetch()
    setReloadError(isError ? error : undefined)
    if (!isError) setReadings((before) => before + 1)
  }

  return (
    <PageFrame
      title={institution !== undefined && isNew(institution.status) ? `Take on ${name}` : `Edit ${name}`}
      trail={[
        ['Institutions', '/institutions'],
        [name, `/institutions/${id}`],
      ]}
      badge={institution !== undefined && <StatusBadge status={institution.status} />}
      description="Every step is saved on its own. You can leave and continue later."
    >
      {reloadError !== undefined && <ErrorNotice error={reloadError} />}
      <Loaded query={query}>
        {(found) =>
          readings === 0 && !isEditable(found.status) ? (
            <Section title="It cannot be changed now">
              <p>
                A {found.status.toLowerCase()} institution stays as it was handed in.{' '}
                {found.status === 'TERMINATED' ? '' : 'It can be changed again once it is rejected or activated.'}
              </p>
              <LinkButton to={`/institutions/${id}`} variant="default">
                Back to the institution
              </LinkButton>
            </Section>
          ) : (
            <InstitutionEditor
              key={readings}
              institution={found}
              onSaved={(saved) => cache.setQueryData(queryKey, saved)}
              onReload={() => void reload()}
            />
          )
        }
      </Loaded>
    </PageFrame>
  )
}
