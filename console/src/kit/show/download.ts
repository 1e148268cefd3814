// Saves what the gateway sent as a file of the browser's user.

/** The name that the gateway gave the file, or `otherwise`. */
export function fileNameOf(headers: Headers, otherwise: string): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? otherwise
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun by then; the address keeps the content in memory until it is given back.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
