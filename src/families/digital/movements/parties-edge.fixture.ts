// Operations on institutions and users over HTTP, on a database.

import { asOperator, type EdgeAnswer } from '../../../edge/partners/partner-edge.fixture.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openParties, type Parties } from '../../../tokens/parties/parties.fixture.ts'
import { type Edge, openEdge } from '../edge.fixture.ts'

export interface PartiesEdge {
  readonly parties: Parties
  readonly log: Edge['log']
  /** As `partnerId`; `grant` calls as an operator. */
  call(route: string, body?: unknown, more?: CallOptions): Promise<EdgeAnswer>
  /** A body with transaction and channelInfo, and a reference of its own. */
  body(type: string, fields: object, ref?: string): object
}

export interface CallOptions {
  readonly partnerId?: 'PARTNER01' | 'OTHER'
  readonly grant?: string
}

let references = 0

export async function openPartiesEdge(database: Database): Promise<PartiesEdge> {
  const parties = await openParties(database)
  const { institutions, users, clock } = parties
  const services = { database, clock, digitalInstitutions: institutions, digitalUsers: users }
  const edge = openEdge(services)
  return {
    parties,
    log: edge.log,
    body: (type, fields, ref = `edge-${++references}`) => {
      return { transaction: { ref, type }, channelInfo: { type: 'API' }, ...fields }
    },
    call(route, body, { partnerId = 'PARTNER01', grant } = {}) {
      // The client belongs to PARTNER01; an operator of the platform acts for any partner.
      const action = route.startsWith('GET') ? 'VIEW' : route.endsWith('/status') ? 'UPDATE' : 'CREATE'
      const granted = grant ?? (partnerId === 'PARTNER01' ? undefined : `DIGITAL_PARTIES.${action}`)
      const headers = granted === undefined ? {} : asOperator(granted)
      return edge.call(route, { body, headers: { partnerid: partnerId, ...headers } })
    },
  }
}
