// The state of the platform in groups, as people on duty read it.

export const STATUS_GROUPS = [
  'SERVICES',
  'CORES',
  'CHAINS',
  'DAYS',
  'ALERTS',
  'WEBHOOKS',
  'QUEUES',
  'JOBS',
  'SWITCHES',
  'CLOCKS',
] as const
export const SERVICE_STATUSES = ['UP', 'DEGRADED', 'DOWN'] as const

export interface StatusItem {
  readonly name: string
  readonly status: (typeof SERVICE_STATUSES)[number]
  readonly note?: string
  readonly since?: string
}

export interface StatusGroup {
  readonly group: (typeof STATUS_GROUPS)[number]
  readonly status: (typeof SERVICE_STATUSES)[number]
  readonly items: readonly StatusItem[]
}
