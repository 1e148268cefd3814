// The fields of the transfer form, named as in the request.

import type { UseFormReturnType } from '@mantine/form'

export interface TransferValues extends Record<string, unknown> {
  digitalAssetAccount: { id: string }
  tokenAmount: { currency: string; tokens: number | string }
  beneficiary: { institutionId: string; digitalAssetAccount: { id: string }; name: string }
  settlement: { mode: 'IMMEDIATE' | 'TWO_PHASE'; committer: 'PAYER' | 'PAYEE'; expiresInSeconds: number | string }
  remittance: { info: string; endToEndId: string }
}

export type TransferForm = UseFormReturnType<TransferValues>

export const EMPTY_TRANSFER: TransferValues = {
  digitalAssetAccount: { id: '' },
  tokenAmount: { currency: '', tokens: '' },
  beneficiary: { institutionId: '', digitalAssetAccount: { id: '' }, name: '' },
  settlement: { mode: 'IMMEDIATE', committer: 'PAYER', expiresInSeconds: 60 },
  remittance: { info: '', endToEndId: '' },
}
