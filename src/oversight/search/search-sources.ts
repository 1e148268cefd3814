// Every source of the search of administration.

import type { SecretBox } from '../../platform/kernel/secrets/secrets.ts'
import { ADMINISTRATION_SOURCES } from './administration-sources.ts'
import { CORRECTION_SOURCE } from './correction-source.ts'
import { type CustomerParts, customerSources } from './customer-sources.ts'
import { DIGITAL_SOURCES } from './digital-sources.ts'
import { LENDING_SOURCES } from './lending-sources.ts'
import type { SearchSource } from './search-source.ts'
import { type TransactionParts, transactionSource } from './transaction-source.ts'

interface SourceParts extends Omit<CustomerParts, 'panHashOf'>, TransactionParts {
  readonly secretBox: Pick<SecretBox, 'lookupHash'>
}

const PAN = /^\d{12,19}$/

export function searchSources({ transactions, secretBox, ...customers }: SourceParts): readonly SearchSource[] {
  const panHashOf = (text: string) => {
    const digits = text.replaceAll(' ', '')
    return PAN.test(digits) ? secretBox.lookupHash(digits, 'pan') : undefined
  }
  return [
    ...ADMINISTRATION_SOURCES,
    ...customerSources({ ...customers, panHashOf }),
    transactionSource({ transactions }),
    CORRECTION_SOURCE,
    ...LENDING_SOURCES,
    ...DIGITAL_SOURCES,
  ]
}
