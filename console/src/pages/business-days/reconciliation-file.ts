// Downloads the reconciliation file of a business day under the name that the gateway gives it.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { fileNameOf, saveFile } from '../../kit/show/download.ts'

export async function downloadReconciliationFile(
  reply: Promise<onboarding.GetReconciliationFileAnswer>,
  otherwise: string,
): Promise<void> {
  const content: unknown = await ask(reply)
  const { headers } = await reply
  saveFile(content instanceof Blob ? content : new Blob([String(content)]), fileNameOf(headers, otherwise))
}
