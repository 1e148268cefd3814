// The way of an application from submission to a loan, and where it stands or stopped.

import { Group, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconCircle, IconCircleDot, IconX } from '@tabler/icons-react'
import { APPLICATION_STATUSES } from '../lending-words.ts'

type Status = keyof typeof APPLICATION_STATUSES

const STEPS = ['Submitted', 'Risk assessed', 'Decided', 'Offered', 'Accepted', 'Loan'] as const

/** The step that the status has reached, counted from 0. */
const REACHED: Readonly<Record<Status, number>> = {
  SUBMITTED: 0,
  UNDER_REVIEW: 1,
  REFERRED: 1,
  APPROVED: 2,
  DECLINED: 2,
  WITHDRAWN: 2,
  OFFERED: 3,
  EXPIRED: 3,
  ACCEPTED: 4,
  CONVERTED: 5,
}

const STOPPED: ReadonlySet<Status> = new Set(['DECLINED', 'WITHDRAWN', 'EXPIRED'])

export function StatusPath({ status }: { status: Status }) {
  const reached = REACHED[status]
  const isStopped = STOPPED.has(status)
  return (
    <Group component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Progress of the application">
      {STEPS.map((step, at) => {
        const isNow = at === reached
        const isFailed = isNow && isStopped
        const isDone = at < reached || (isNow && status === 'CONVERTED')
        const Icon = isFailed ? IconX : isDone ? IconCheck : isNow ? IconCircleDot : IconCircle
        return (
          <Group key={step} component="li" gap={8} wrap="nowrap" aria-current={isNow ? 'step' : undefined}>
            <ThemeIcon
              size={26}
              radius="xl"
              variant={isNow || isDone ? 'light' : 'default'}
              color={isFailed ? 'red' : isDone ? 'green' : 'harbour'}
            >
              <Icon size={15} aria-hidden />
            </ThemeIcon>
            <Text size="sm" fw={isNow ? 700 : 400} {...(!isNow && !isDone && { c: 'dimmed' })}>
              {isFailed || (isNow && status === 'REFERRED') ? APPLICATION_STATUSES[status] : step}
            </Text>
          </Group>
        )
      })}
    </Group>
  )
}
