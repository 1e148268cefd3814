// What the two sides of a settlement owe and are owed, so that the amount is no guess.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin, digital } from '../../api/gateway.ts'
import { lastPartner } from '../../kit/form/partner-choice.ts'
import { formatMoney } from '../../kit/show/format.ts'
import { useMay } from '../../session/entitlements.ts'
import { askDigital } from '../digital/digital-request.ts'
import type { Position } from '../digital/positions.tsx'

/** More partners are not asked for an institution. */
const MOST_PARTNERS = 20

export interface OwedProps {
  readonly payerId: string
  readonly payeeId: string
  readonly currency: string
  onUse(amount: number): void
}

export function Owed({ payerId, payeeId, currency, onUse }: OwedProps) {
  const payer = usePositions(payerId)
  const payee = usePositions(payeeId)
  if (payerId === '' && payeeId === '') return null
  const owes = owedIn(payer.data?.positions, currency)
  const isOwed = owedIn(payee.data?.positions, currency)
  const most = owes === undefined || isOwed === undefined ? undefined : Math.max(0, Math.min(owes, -isOwed))
  return (
    <Alert color="blue" variant="light" role="status" title="What each side owes">
      <Stack gap={4}>
        {payerId !== '' && <Side {...payer} currency={currency} />}
        {payeeId !== '' && <Side {...payee} currency={currency} />}
        {most !== undefined && (
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {most === 0
                ? 'Nothing can be settled between the two in this direction.'
                : `At most ${formatMoney(most, currency)} can be settled.`}
            </Text>
            {most > 0 && (
              <Button size="compact-xs" variant="default" onClick={() => onUse(most)}>
                Use this amount
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

interface SideProps {
  readonly data: Found | null | undefined
  readonly isError: boolean
  readonly currency: string
}

function Side({ data, isError, currency }: SideProps) {
  if (isError || data === null) return <Text size="sm">What one of them owes cannot be read by you.</Text>
  if (data === undefined) return <Text size="sm">Reading what they owe</Text>
  const { name, positions } = data
  const shown = currency === '' ? positions : positions.filter((position) => position.currency === currency)
  if (shown.length === 0) return <Text size="sm">{`${name} issues no tokens in ${currency}.`}</Text>
  return shown.map((position) => (
    <Text key={position.currency} size="sm">
      {owedInWords(name, position)}
    </Text>
  ))
}

function owedInWords(name: string, { owed, currency }: Position): string {
  if (owed > 0) return `${name} owes others ${formatMoney(owed, currency)}.`
  if (owed < 0) return `${name} is owed ${formatMoney(-owed, currency)} by others.`
  return `${name} owes nothing in ${currency}, and is owed nothing.`
}

/** What it owes; below 0, what it is owed. */
function owedIn(positions: readonly Position[] | undefined, currency: string): number | undefined {
  return positions?.find((position) => position.currency === currency)?.owed
}

interface Found {
  readonly name: string
  readonly positions: readonly Position[]
}

/** Positions are shown to the partner of an institution only, so the partners are asked one after the other. */
function usePositions(institutionId: string) {
  const may = useMay()
  const canList = may('PARTNERS', 'VIEW')
  const { data, isError } = useQuery({
    queryKey: ['digital', 'owed', institutionId],
    queryFn: () => findPositions(institutionId, canList),
    enabled: institutionId !== '' && may('DIGITAL_PARTIES', 'VIEW'),
    retry: false,
  })
  return { data, isError: isError || !may('DIGITAL_PARTIES', 'VIEW') }
}

async function findPositions(id: string, canList: boolean): Promise<Found | null> {
  const last = lastPartner('digital')
  const listed = canList ? (await ask(admin.listPartners({ size: 200 }, {}))).content : []
  const others = listed.filter(({ families }) => families.includes('digital')).map(({ partnerId }) => partnerId)
  const asked = [...new Set([last, ...others])].filter((partnerId) => partnerId !== '').slice(0, MOST_PARTNERS)
  for (const partnerId of asked) {
    const found = await askDigital(digital(partnerId).getInstitution({ institutionId: id })).catch(() => undefined)
    if (found?.positions !== undefined) return { name: found.institution.name, positions: found.positions }
  }
  return null
}
