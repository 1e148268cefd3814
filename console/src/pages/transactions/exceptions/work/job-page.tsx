// One job on many exceptions, with what came of each.

import { ask } from '../../../../api/ask.ts'
import { admin } from '../../../../api/gateway.ts'
import { RecordList } from '../../../../kit/list/record-list.tsx'
import { PageLink } from '../../../../kit/page/page-link.tsx'
import { usePathParameter } from '../../../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../../../kit/page/record-frame.tsx'
import { Section } from '../../../../kit/page/section.tsx'
import { CopiedId } from '../../../../kit/show/copied-id.tsx'
import { Facts } from '../../../../kit/show/facts.tsx'
import { Instant, StatusBadge } from '../../../../kit/show/values.tsx'
import { serverMessage } from '../../../../texts/server-messages.ts'
import { InstitutionLabel } from '../../../digital/parties/institution-names.tsx'
import type { ExceptionKind } from '../exception-words.ts'
import { KindBadge } from '../kind-badge.tsx'
import { JobProgress } from './job-progress.tsx'
import { actionInWords, type ExceptionJob, isUnfinished } from './work-words.ts'

const BUSY_MS = 1_000

/** Kinds of which an exception has the id of its transaction. */
const OF_TRANSACTIONS: readonly string[] = ['UNMATCHED', 'LATE', 'REFUSED', 'UNKNOWN']

const LINE_STATES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'DONE', label: 'Done' },
  { value: 'SKIPPED', label: 'Skipped' },
]

export default function ExceptionJobPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Job on exceptions"
      list={['Jobs on exceptions', '/exceptions/jobs']}
      queryKey={['exceptions', 'jobs', id]}
      load={() => ask(admin.getExceptionJob({ id, size: 1 }))}
      refreshEveryMs={(job) => (job !== undefined && isUnfinished(job) ? BUSY_MS : false)}
      frame={(job) => ({ title: actionInWords(job), status: job.state })}
    >
      {(job) => <Job job={job} />}
    </RecordFrame>
  )
}

function Job({ job }: { job: ExceptionJob }) {
  const { id, reason, comment, createdBy, createdAt, changeRequestId, finishedAt } = job
  return (
    <>
      <Section>
        <Facts
          columns={2}
          facts={[
            ['Progress', <JobProgress key="progress" job={job} />],
            ['Reason', reason ?? comment ?? '—'],
            ['By', createdBy],
            ['Started', <Instant key="started" at={createdAt} />],
            ['Ended', <Instant key="ended" at={finishedAt} />],
            ...(changeRequestId === undefined
              ? []
              : [
                  [
                    'Approval',
                    <PageLink key="approval" to={`/change-requests/${changeRequestId}`}>
                      Change request
                    </PageLink>,
                  ] as const,
                ]),
          ]}
        />
      </Section>
      <RecordList
        label="Exceptions of the job"
        queryKey={['exceptions', 'jobs', id, 'lines', job.done + job.skipped]}
        load={async ({ page, size, filters }) => {
          const state = filters.state as 'PENDING' | 'DONE' | 'SKIPPED' | undefined
          const { lines } = await ask(admin.getExceptionJob({ id, page, size, ...(state !== undefined && { state }) }))
          return lines
        }}
        columns={[
          { title: 'Kind', render: ({ kind }) => <KindBadge kind={kind as ExceptionKind} /> },
          {
            title: 'Exception',
            render: ({ exceptionId, kind }) =>
              OF_TRANSACTIONS.includes(kind) ? (
                <PageLink to={`/transactions/${exceptionId}`}>{exceptionId}</PageLink>
              ) : (
                <CopiedId id={exceptionId} label="exception" />
              ),
          },
          { title: 'Institution', render: ({ institutionId }) => <InstitutionLabel id={institutionId} /> },
          { title: 'State', render: ({ state }) => <StatusBadge status={state} /> },
          { title: 'Why', render: ({ detail }) => (detail === undefined ? '—' : serverMessage(detail)) },
        ]}
        filters={[{ kind: 'choice', name: 'state', label: 'State', choices: LINE_STATES, width: 160 }]}
        rowKey={({ exceptionId }) => exceptionId}
        empty={{ title: 'No exceptions', hint: 'The job has none.' }}
      />
    </>
  )
}
