// The accounts that a redemption could mean, when the gateway cannot tell.

import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { digital } from '@tillgate/sdk'
import { hasCode } from '../digital-request.ts'
import { AccountName, shortId } from '../parties/party-names.tsx'

export interface RedemptionCandidatesProps {
  readonly partnerId: string
  readonly error: unknown
  onChoose(accountId: string): void
}

export function RedemptionCandidates({ partnerId, error, onChoose }: RedemptionCandidatesProps) {
  if (!hasCode(error, 'REDEMPTION_ACCOUNT_AMBIGUOUS')) return null
  const { candidates = [] } = error.body as digital.ProblemDetails
  return (
    <Paper p="md" withBorder>
      <Text fw={600} mb="xs" id="candidates">
        Which account is meant?
      </Text>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-labelledby="candidates">
        {candidates.map(({ id, label }) => (
          <Group key={id} component="li" justify="space-between">
            <Text size="sm">
              <AccountName partnerId={partnerId} id={id} plain />
            </Text>
            <Button
              size="xs"
              variant="default"
              aria-label={`Take this one: ${label ?? shortId(id)}`}
              onClick={() => onChoose(id)}
            >
              Take this one
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
