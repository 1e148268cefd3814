// Corrections by id.

import { findRecord } from '../../administration/records/read-records.ts'
import { decimalFromMinor } from '../../platform/kernel/money/money.ts'
import { CORRECTIONS } from '../corrections/corrections.ts'
import type { SearchSource } from './search-source.ts'

export const CORRECTION_SOURCE: SearchSource = {
  name: 'CORRECTION',
  module: 'CORRECTIONS',
  async find(sql, { uuid, scope }) {
    const found = uuid === undefined ? undefined : await findRecord(sql, CORRECTIONS, { scope, nowMs: 0 }, uuid)
    if (found === undefined) return []
    const { id, kind, direction, amountMinor, currencyCode, institutionId } = found
    const title = `${kind} ${direction} · ${decimalFromMinor(amountMinor, currencyCode)} ${currencyCode}`
    return [{ kind: 'CORRECTION', id, title, institutionId }]
  },
}
