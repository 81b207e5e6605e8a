// Prepares a release: the versions of the packages and CHANGELOG.md from the changesets, the hashes of the migrations, and what
// the release leaves to the next one. The first version has no changesets; its part of CHANGELOG.md only gets a date.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import {
  changelog,
  CHANGELOG,
  isFirst,
  journal,
  migrationHashes,
  misplacedMigrations,
  RELEASED,
  released,
  releasePlan,
  root,
  unreleasedHeading,
  version,
} from './releases.mjs'

const run = (command, ...args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
const day = new Date().toISOString().slice(0, 10)

/** Summaries of changesets as a list, what breaks something first. */
const TITLES = { major: 'Breaking', minor: 'Added', patch: 'Fixed' }
const largest = ({ releases }) => Object.keys(TITLES).find((type) => releases.some((release) => release.type === type))
const describe = (changesets) =>
  Object.entries(TITLES).flatMap(([type, title]) => {
    const lines = changesets
      .filter((changeset) => largest(changeset) === type)
      .map(({ summary }) => `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}\n`)
    return lines.length > 0 ? [`### ${title}\n\n${lines.join('')}\n`] : []
  })

const frozen = released()
const hashes = migrationHashes()
const changed = Object.keys(frozen).find((file) => hashes[file] !== frozen[file])
if (changed !== undefined) throw new Error(`${changed} is released and must not change: write a new migration instead.`)
// Once its hash is written, a migration counts as released, wherever it stands.
const [misplaced] = misplacedMigrations(journal(), frozen)
if (misplaced !== undefined) throw new Error(misplaced)

if (isFirst()) writeFileSync(CHANGELOG, changelog().replace(unreleasedHeading, `## ${version} – ${day}`))
else {
  const { changesets, releases } = await releasePlan()
  const [release] = releases
  if (release === undefined) throw new Error('There is no changeset to release: npm run changeset')
  const heading = `## ${version} – `
  if (!changelog().includes(heading))
    throw new Error(
      `CHANGELOG.md has no heading that begins with "${heading}", before which the new version belongs: restore it.`,
    )
  const section = `## ${release.newVersion} – ${day}\n\n${describe(changesets).join('')}`
  run('changeset', 'version')
  // A function, because in a text $ has a meaning.
  writeFileSync(
    CHANGELOG,
    changelog().replace(heading, () => section + heading),
  )
}
writeFileSync(RELEASED, `${JSON.stringify(hashes, null, 2)}\n`)
run(process.execPath, 'packages/http/scripts/record-release.ts')
