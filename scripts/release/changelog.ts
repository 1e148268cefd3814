// The changelog of a release (https://keepachangelog.com): what is unreleased gets a version and a date.

const UNRELEASED = '## [Unreleased]'

/** Throws when nothing is unreleased, or the version is there already. */
export function releaseUnreleased(changelog: string, version: string, date: string): string {
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a section for ${version} already`)
  if (sectionOf(changelog, 'Unreleased') === '') throw new Error('CHANGELOG.md names nothing under [Unreleased]')
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`)
}

/** The text of a version, without its heading. Empty when there is none. */
export function sectionOf(changelog: string, version: string): string {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`))
  if (start === -1) return ''
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  return lines
    .slice(start + 1, length === -1 ? undefined : start + 1 + length)
    .join('\n')
    .trim()
}
