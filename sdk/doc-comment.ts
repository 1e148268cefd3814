// Comments of generated declarations.

export function docComment(text: string | undefined, indent: string): string[] {
  if (!text) return []
  const lines = text.replaceAll('*/', '* /').split('\n').flatMap(wrapped)
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

function wrapped(line: string): string[] {
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.length - 1
    if (lines[last] === '') lines[last] = word
    else if (`${lines[last]} ${word}`.length <= 112) lines[last] += ` ${word}`
    else lines.push(word)
  }
  return lines
}
