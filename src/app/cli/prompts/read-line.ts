// Reads one line of standard input, for secrets: command lines are visible to everybody on the machine.

const MAX_LENGTH = 4096

/** The text up to the first line break or the end of the input. */
export async function readLine(input: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (bytes.includes(0x0a) || length > MAX_LENGTH) break
  }
  const [line = ''] = Buffer.concat(chunks).toString('utf8').split('\n', 1)
  return line.replace(/\r$/, '')
}
