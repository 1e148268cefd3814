// Hands a file of the gateway to the browser, which saves it as any download.

import type { Reply } from '@tillgate/sdk'
import { ask } from '../api/ask.ts'

/** Resolves to the file's name, once the browser has it. A refusal is thrown as by `ask`. */
export async function download<R extends Reply<number, unknown>>(
  reply: Promise<R>,
  fallbackName: string,
): Promise<string> {
  let name = fallbackName
  const named = reply.then((answer) => {
    name = fileNameOf(answer.headers) ?? fallbackName
    return answer
  })
  const content: unknown = await ask(named)
  saveFile(content instanceof Blob ? content : new Blob([String(content)]), name)
  return name
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken up the download when the click is handled.
  window.setTimeout(() => URL.revokeObjectURL(address))
}

function fileNameOf(headers: Headers): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
}
