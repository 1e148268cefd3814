// What can be done with an export: download its file, or start it again.

import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { GatewayError } from '../../../api/gateway-error.ts'
import { ActionButton } from '../../../kit/actions/action-button.tsx'
import { fileNameOf, saveFile } from '../../../kit/show/download.ts'
import { FORMATS, type TransactionExport } from './export-words.ts'

export function ExportActions({ export: one }: { export: TransactionExport }) {
  if (one.state === 'DONE') return <ActionButton label="Download" size="xs" run={() => download(one)} />
  if (one.state !== 'FAILED') return null
  return (
    <ActionButton
      label="Export again"
      size="xs"
      run={() => ask(admin.exportTransactions({ filter: one.filter, format: one.format }))}
      invalidates={[['exports']]}
      done="The export has been started again."
    />
  )
}

async function download({ id, format }: TransactionExport): Promise<void> {
  const reply = admin.getTransactionExportFile({ id })
  try {
    const content = await ask(reply)
    const { headers } = await reply
    if (content instanceof Blob) saveFile(content, fileNameOf(headers, `transactions.${FORMATS[format].extension}`))
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 404) throw error
    throw new GatewayError({
      ...error,
      message: 'The file has expired: files are deleted some days after they are done. Start the export again.',
    })
  }
}
